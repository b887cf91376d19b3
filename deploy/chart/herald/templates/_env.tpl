{{- /* A setting's value as text; a large number must not become 1e+08. */ -}}
{{- define "herald.text" -}}
{{- if kindIs "float64" . }}{{ eq (floor .) . | ternary (int64 .) . }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{- /* The settings of a service by name, as YAML: {value} or {secret: {name, key}}. What is more particular wins. */ -}}
{{- define "herald.settings" -}}
{{- $all := dict }}
{{- $own := .values }}
{{- $known := .entry.settings }}
{{- $onVolume := dict }}
{{- if include "herald.volume" . }}{{ $_ := set $onVolume "STORAGE_URL" "file:///var/lib/herald" }}{{ end }}
{{- range $from := list .root.Values (dict "settings" $onVolume) $own }}
{{- range $name, $value := $from.settings }}
{{- $text := include "herald.text" $value }}
{{- if and (has $name $known) (not (kindIs "invalid" $value)) (ne $text "") }}
{{- $_ := set $all $name (dict "value" $text) }}
{{- end }}
{{- end }}
{{- range $name, $secret := $from.secrets }}
{{- if and (has $name $known) $secret }}
{{- $secretName := $secret.name | replace "{service}" $.name }}
{{- $_ := set $all $name (dict "secret" (dict "name" $secretName "key" ($secret.key | default $name))) }}
{{- end }}
{{- end }}
{{- end }}
{{- $all | toYaml }}
{{- end }}

{{- define "herald.variables" -}}
{{- range $name, $from := . }}
- name: {{ $name }}
  {{- if $from.secret }}
  valueFrom: { secretKeyRef: { name: {{ $from.secret.name }}, key: {{ $from.secret.key }} } }
  {{- else }}
  value: {{ $from.value | quote }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "herald.env" -}}
{{- include "herald.variables" (include "herald.settings" . | fromYaml) }}
{{- $root := .root }}
{{- range .entry.calls }}
- name: {{ .setting }}
  value: http://{{ include "herald.fullname" $root }}-{{ .service }}:8080
{{- end }}
- name: DRAIN_SECONDS
  value: {{ .values.drainSeconds | quote }}
{{- if .root.Values.trustedCA.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/herald/ca.crt
{{- end }}
{{- end }}

{{- /* Migrations need the database alone. */ -}}
{{- define "herald.migrateEnv" -}}
{{- include "herald.variables" (pick (include "herald.settings" . | fromYaml) "MONGO_URL" "NAMESPACE") }}
{{- if .root.Values.trustedCA.configMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/herald/ca.crt
{{- end }}
{{- end }}

{{- define "herald.gatewayEnv" -}}
{{- range $name, $value := .values.settings }}
- name: {{ $name }}
  value: {{ include "herald.text" $value | quote }}
{{- end }}
{{- end }}

{{- define "herald.volume" -}}
{{- if (.values.volume | default dict).enabled }}true{{ end }}
{{- end }}
