{{- /* Everything that a component consists of, apart from its network policy. */ -}}
{{- define "herald.objects" -}}
{{- if include "herald.runs" . }}
{{- include "herald.checkScaling" . }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
  {{- with .values.serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  {{- if eq (include "herald.scaledBy" .) "fixed" }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    {{- if .recreate }}
    type: Recreate
    {{- else }}
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
    {{- end }}
  selector:
    matchLabels:
      {{- include "herald.selector" . | nindent 6 }}
  template:
    {{- include "herald.pod" . | nindent 4 }}
{{- include "herald.scaling" . }}
{{- if .root.Values.podDisruptionBudget.enabled }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  # A pod that is not ready, as all are while a store is down, must not block the drain of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "herald.selector" . | nindent 6 }}
{{- end }}
{{- end }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
  {{- with .values.serviceAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  selector:
    {{- include "herald.selector" . | nindent 4 }}
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
{{- end }}
