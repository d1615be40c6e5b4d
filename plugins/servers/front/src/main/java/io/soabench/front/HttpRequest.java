package io.soabench.front;

/**
 * A complete request.
 *
 * @param path of the request target, without query
 * @param soapAction without quotes; empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
record HttpRequest(String method, String path, String soapAction, byte[] body) {}
