"""Makes the directory of a testbed on a host: its owner's alone, and no link that somebody else has put there."""

import os
import stat
import sys

path = sys.argv[1]
if not os.path.isabs(path) or os.path.normpath(path) in ("/", os.path.expanduser("~")):
    sys.exit('the directory "%s" must be an absolute path of its own, because it is removed afterwards' % path)
os.makedirs(path, mode=0o700, exist_ok=True)
found = os.lstat(path)
if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
    sys.exit('"%s" is a link or belongs to somebody else; name another directory in the model' % path)
os.chmod(path, 0o700)
