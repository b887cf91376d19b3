{{- define "herald.peer" -}}
- podSelector:
    matchLabels:
      {{- include "herald.selector" . | nindent 6 }}
{{- end }}

{{- /* Every pod resolves names; the name server may be a pod or a process of the node. */ -}}
{{- define "herald.egressToNames" -}}
- ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
{{- end }}

{{- define "herald.egressTo" -}}
- ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- with .to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- /* A service is reached by the gateway, by the services that call it, and by the monitoring. */ -}}
{{- define "herald.servicePolicy" -}}
{{- $policy := .root.Values.networkPolicy }}
{{- $settings := include "herald.settings" . | fromYaml }}
{{- $storage := ($settings.STORAGE_URL | default dict).value | default "" }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "herald.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ protocol: TCP, port: 8080 }]
      from:
        {{- include "herald.peer" (merge (dict "name" "gateway") .) | nindent 8 }}
        {{- range $caller := .catalog.services }}
        {{- range .calls }}
        {{- if eq .service $.name }}
        {{- include "herald.peer" (merge (dict "name" $caller.name) $) | nindent 8 }}
        {{- end }}
        {{- end }}
        {{- end }}
        {{- with $policy.monitoringFrom }}{{ toYaml . | nindent 8 }}{{ end }}
  egress:
    {{- include "herald.egressToNames" . | nindent 4 }}
    {{- include "herald.egressTo" $policy.stores | nindent 4 }}
    {{- with .entry.calls }}
    - ports: [{ protocol: TCP, port: 8080 }]
      to:
        {{- range . }}
        {{- include "herald.peer" (merge (dict "name" .service) $) | nindent 8 }}
        {{- end }}
    {{- end }}
    {{- if or $settings.AUTH_JWKS_URL (has "push" .entry.needs) (hasPrefix "s3:" $storage) }}
    {{- include "herald.egressTo" $policy.https | nindent 4 }}
    {{- end }}
    {{- if has "mail" .entry.needs }}
    {{- include "herald.egressTo" $policy.mail | nindent 4 }}
    {{- end }}
    {{- if $settings.OTEL_EXPORTER_OTLP_ENDPOINT }}
    {{- include "herald.egressTo" $policy.collector | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "herald.gatewayPolicy" -}}
{{- $policy := .root.Values.networkPolicy }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "herald.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ protocol: TCP, port: 8080 }]
      {{- with $policy.gatewayFrom }}
      from:
        {{- toYaml . | nindent 8 }}
        {{- include "herald.peer" (merge (dict "name" "test") $) | nindent 8 }}
      {{- end }}
  egress:
    {{- include "herald.egressToNames" . | nindent 4 }}
    - ports: [{ protocol: TCP, port: 8080 }]
      to:
        {{- range .catalog.services }}
        {{- include "herald.peer" (merge (dict "name" .name) $) | nindent 8 }}
        {{- end }}
{{- end }}
