{{- define "herald.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) }}
{{- /* The longest name of a service needs 20 of the 63 characters. */ -}}
{{- .Values.fullnameOverride | default $full | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- /* The templates below take a component: root, name, values, entry (of a service), catalog. */ -}}

{{- define "herald.name" -}}
{{ include "herald.fullname" .root }}-{{ .name }}
{{- end }}

{{- define "herald.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "herald.metadata" -}}
name: {{ include "herald.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "herald.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
  app.kubernetes.io/part-of: herald
  app.kubernetes.io/managed-by: {{ .root.Release.Service }}
  helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "herald.tag" -}}
{{ .values.tag | default .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "herald.image" -}}
{{ .root.Values.image.repository }}/{{ .name }}:{{ include "herald.tag" . }}
{{- end }}

{{- /* Whether a pod of it is to run. */ -}}
{{- define "herald.runs" -}}
{{- if gt (int .values.replicas) 0 }}true{{ end }}
{{- end }}

{{- /* Which of "keda", "cpu" and "fixed" decides on its replicas. */ -}}
{{- define "herald.scaledBy" -}}
{{- $keda := .values.keda | default dict }}
{{- if and .root.Values.keda.enabled $keda.enabled }}keda
{{- else if .values.autoscaling.enabled }}cpu
{{- else }}fixed
{{- end }}
{{- end }}
