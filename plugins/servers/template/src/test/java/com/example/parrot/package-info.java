/** The engine that the template puts under test: what a reader has already, in a package that is not SOABench's. */
package com.example.parrot;
