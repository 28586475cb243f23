{{- define "halyard.labels" -}}
app.kubernetes.io/name: halyard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
