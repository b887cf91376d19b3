{{- /* What the services would refuse at their start is refused here, with one sentence. */ -}}
{{- define "herald.checkValues" -}}
{{- $root := . }}
{{- range $name, $now := .Files.Get "files/removed-values.json" | fromJson }}
{{- if hasKey $root.Values $name }}{{ fail (printf "The value %s does not exist: %s." $name $now) }}{{ end }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
{{- fail "httpRoute.parentRefs is missing: name the Gateway that the route belongs to." }}
{{- end }}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) }}
{{- fail "ingress.hosts is missing: name the host that leads to the gateway." }}
{{- end }}
{{- end }}

{{- define "herald.checkService" -}}
{{- $service := . }}
{{- range $from := list .root.Values .values }}
{{- range $name := keys ($from.settings | default dict) | sortAlpha }}
{{- if has $name $service.catalog.secretSettings }}
{{- fail (printf "settings.%s would be a secret in plain values: put it into a Secret and name that in secrets.%s." $name $name) }}
{{- end }}
{{- end }}
{{- end }}
{{- $settings := include "herald.settings" . | fromYaml }}
{{- range .entry.needed }}
{{- if not (hasKey $settings .) }}
{{- if has . $service.catalog.secretSettings }}
{{- fail (printf "%s of %s is missing: put it into a Secret and name that in secrets.%s or services.%s.secrets.%s." . $service.name . $service.name .) }}
{{- end }}
{{- fail (printf "%s of %s is missing: set settings.%s, services.%s.settings.%s, or services.%s.volume.enabled." . $service.name . $service.name . $service.name) }}
{{- end }}
{{- end }}
{{- $tokenKeys := list }}
{{- range .catalog.tokenKeySettings }}{{ if hasKey $settings . }}{{ $tokenKeys = append $tokenKeys . }}{{ end }}{{ end }}
{{- if not $tokenKeys }}
{{- fail (printf "One of %s is missing for %s: it says how callers' tokens are checked." (join ", " .catalog.tokenKeySettings) .name) }}
{{- end }}
{{- include "herald.checkVolume" (merge (dict "settings" $settings) .) }}
{{- if and (eq (include "herald.scaledBy" .) "keda") .values.keda.queries (not .root.Values.keda.prometheusAddress) }}
{{- fail (printf "keda.prometheusAddress is missing: services.%s.keda.queries are asked there." .name) }}
{{- end }}
{{- end }}

{{- /* Of services and the gateway. */ -}}
{{- define "herald.checkScaling" -}}
{{- if and (ne (include "herald.scaledBy" .) "fixed") (not (dig "requests" "cpu" "" .values.resources)) }}
{{- fail (printf "resources.requests.cpu of %s is missing: its autoscaling is measured by that." .name) }}
{{- end }}
{{- if gt (int .values.autoscaling.min) (int .values.autoscaling.max) }}
{{- fail (printf "autoscaling.min of %s is above its max." .name) }}
{{- end }}
{{- end }}

{{- define "herald.checkVolume" -}}
{{- $url := (.settings.STORAGE_URL | default dict).value | default "" }}
{{- if and (hasPrefix "file:" $url) (not (include "herald.volume" .)) }}
{{- fail (printf "STORAGE_URL of %s is a folder that would not outlive its pod: set services.%s.volume.enabled, or use s3://." .name .name) }}
{{- end }}
{{- if include "herald.volume" . }}
{{- if not (hasPrefix "file:///var/lib/herald" $url) }}
{{- fail (printf "services.%s.volume is mounted at /var/lib/herald, where STORAGE_URL does not point." .name) }}
{{- end }}
{{- $isScaled := ne (include "herald.scaledBy" .) "fixed" }}
{{- if and (or $isScaled (gt (int .values.replicas) 1)) (not (has "ReadWriteMany" .values.volume.accessModes)) }}
{{- fail (printf "services.%s.volume can be mounted by one pod alone: set its accessModes to ReadWriteMany, or replicas to 1 without autoscaling." .name) }}
{{- end }}
{{- end }}
{{- end }}
