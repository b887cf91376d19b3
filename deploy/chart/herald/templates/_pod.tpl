{{- /* The one pod of all components. Its confinement is no value: nothing here needs more. */ -}}
{{- define "herald.pod" -}}
metadata:
  labels:
    {{- include "herald.selector" . | nindent 4 }}
    {{- with .values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- $annotations := merge (dict) .values.podAnnotations (.annotations | default dict) }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "herald.name" . }}
  automountServiceAccountToken: false
  # Variables of other Services would be read as settings.
  enableServiceLinks: false
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: {{ .user }}
    runAsGroup: {{ .user }}
    fsGroup: {{ .user }}
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  terminationGracePeriodSeconds: {{ add .values.drainSeconds .stopSeconds 2 }}
  {{- with .values.topologyKeys }}
  topologySpreadConstraints:
    {{- range . }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "herald.selector" $ | nindent 10 }}
    {{- end }}
  {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  containers:
    - name: {{ .name }}
      image: {{ include "herald.image" . }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      ports:
        - { name: http, containerPort: 8080 }
      {{- with .env | trim }}
      env:
        {{- . | nindent 8 }}
      {{- end }}
      startupProbe:
        httpGet: { path: {{ .livePath }}, port: http }
        periodSeconds: 5
        failureThreshold: {{ div .values.startupSeconds 5 }}
      livenessProbe:
        httpGet: { path: {{ .livePath }}, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: {{ .readyPath }}, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 3
      {{- with .sleepSeconds }}
      lifecycle:
        preStop:
          sleep: { seconds: {{ . }} }
      {{- end }}
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        {{- include "herald.confinement" . | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        {{- with .mounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir: { sizeLimit: {{ .values.tmpSize }} }
    {{- with .volumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "herald.confinement" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
