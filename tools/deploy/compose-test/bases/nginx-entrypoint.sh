# The templates in /etc/nginx/templates, filled in from the settings that the environment has.
set -eu
settings=$(env | cut -d= -f1 | sed 's/.*/${&}/' | tr '\n' ' ')
for template in /etc/nginx/templates/*.template; do
  envsubst "$settings" <"$template" >"${NGINX_ENVSUBST_OUTPUT_DIR:?}/$(basename "$template" .template)"
done
exec "$@"
