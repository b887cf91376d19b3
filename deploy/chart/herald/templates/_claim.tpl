{{- define "herald.claim" -}}
{{- if not .values.volume.existingClaim }}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  {{- include "herald.metadata" . | nindent 2 }}
  annotations:
    # Files outlive the release.
    helm.sh/resource-policy: keep
spec:
  accessModes: {{ toJson .values.volume.accessModes }}
  {{- with .values.volume.storageClassName }}
  storageClassName: {{ . }}
  {{- end }}
  resources:
    requests: { storage: {{ .values.volume.size }} }
{{- end }}
{{- end }}
