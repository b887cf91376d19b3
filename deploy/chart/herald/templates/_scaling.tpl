{{- define "herald.scaling" -}}
{{- $by := include "herald.scaledBy" . }}
{{- if eq $by "cpu" }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "herald.name" . }} }
  minReplicas: {{ .values.autoscaling.min }}
  maxReplicas: {{ .values.autoscaling.max }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpuPercent }} }
{{- else if eq $by "keda" }}
{{- include "herald.scaledObject" . }}
{{- end }}
{{- end }}

{{- /* The largest answer of the triggers counts. */ -}}
{{- define "herald.scaledObject" -}}
{{- $settings := include "herald.settings" . | fromYaml }}
{{- $namespace := ($settings.NAMESPACE | default dict).value | default "herald" }}
{{- $broker := $settings.AMQP_URL.secret }}
{{- with .root.Values.keda.broker }}
{{- $broker = dict "name" (.name | replace "{service}" $.name) "key" (.key | default "AMQP_URL") }}
{{- end }}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: { name: {{ include "herald.name" . }} }
  minReplicaCount: {{ .values.autoscaling.min }}
  maxReplicaCount: {{ .values.autoscaling.max }}
  pollingInterval: {{ .root.Values.keda.pollingSeconds }}
  cooldownPeriod: {{ .root.Values.keda.cooldownSeconds }}
  triggers:
    {{- range .values.keda.queries }}
    - type: prometheus
      metadata:
        serverAddress: {{ $.root.Values.keda.prometheusAddress }}
        query: {{ tpl .query $.root | squote }}
        threshold: {{ .threshold | int64 | quote }}
    {{- end }}
    {{- range $consumer, $messages := .values.keda.queues }}
    - type: rabbitmq
      metadata:
        protocol: amqp
        queueName: {{ printf "%s.%s.%s" $namespace $.name $consumer }}
        mode: QueueLength
        value: {{ $messages | int64 | quote }}
      authenticationRef: { name: {{ include "herald.name" $ }} }
    {{- end }}
    - type: cpu
      metricType: Utilization
      metadata: { value: {{ .values.autoscaling.cpuPercent | quote }} }
{{- if .values.keda.queues }}
---
# KEDA asks the broker at one address, as a user that may read the length of the service's queues.
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
spec:
  secretTargetRef:
    - { parameter: host, name: {{ $broker.name }}, key: {{ $broker.key }} }
{{- end }}
{{- end }}
