#!/usr/bin/env python3
"""Puts the JSON-LD context of RO-Crate 1.1 into the cache of rocrate-validator, so that it validates without the network.

Usage: crate-context.py CACHE, which rocrate-validator gets as --cache-path. The context comes from the package rocrate.
"""

import io
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import requests
import requests_cache
import urllib3

ADDRESS = "https://w3id.org/ro/crate/1.1/context"

# The package is installed without what it needs to run, so it is found and not imported.
package = Path(find_spec("rocrate").submodule_search_locations[0])
context = (package / "data" / "ro-crate.jsonld").read_bytes()
found = json.loads(context)["@id"]
if found != ADDRESS:
    sys.exit(f"the package rocrate has the context {found}, not {ADDRESS}; install rocrate 0.13.0")

answer = requests.Response()
answer.status_code = 200
answer.url = ADDRESS
answer.headers["Content-Type"] = "application/ld+json"
answer.request = requests.Request("GET", ADDRESS).prepare()
answer.raw = urllib3.HTTPResponse(
    body=io.BytesIO(context), status=answer.status_code, headers=answer.headers, preload_content=False
)
with requests_cache.CachedSession(cache_name=sys.argv[1], backend="sqlite") as session:
    session.cache.save_response(answer)
