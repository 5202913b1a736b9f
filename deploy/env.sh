#!/bin/sh
# Writes .env for docker-compose.yml, with secrets of its own, readable to its owner only. One that is there is kept.
set -eu
file=${1:-.env}

if [ -e "$file" ]; then
  echo "$file is there already: nothing was changed." >&2
  exit 0
fi

# 32 bytes from the system.
bytes() { head -c 32 /dev/urandom; }
hex() { bytes | od -An -vtx1 | tr -d ' \n'; }

umask 077
cat > "$file" <<END
ENCRYPTION_KEY=$(bytes | base64)
PLATFORM_ADMIN_KEY=insp_$(hex)
POSTGRES_PASSWORD=$(hex)
S3_SECRET_ACCESS_KEY=$(hex)
END
echo "Wrote $file. Keep a copy of it: without ENCRYPTION_KEY stored secrets cannot be read again." >&2
