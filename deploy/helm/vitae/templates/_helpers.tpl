{{- define "vitae.labels" -}}
app.kubernetes.io/name: vitae
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "vitae.selector" -}}
app.kubernetes.io/name: vitae
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "vitae.image" -}}
{{ .root.Values.image.registry }}/{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "vitae.secret" -}}
{{ .Values.secrets.existing | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{/* One setting from the Secret. */}}
{{- define "vitae.secretEnv" -}}
- name: {{ .env }}
  valueFrom:
    secretKeyRef:
      name: {{ include "vitae.secret" .root }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/* The settings that every process has. */}}
{{- define "vitae.env" -}}
- { name: LOG_LEVEL, value: {{ .root.Values.logLevel | quote }} }
- { name: DRAIN_DELAY_MS, value: {{ .root.Values.stop.drainWaitMs | int64 | quote }} }
{{- if ne .name "export" }}
- { name: SHUTDOWN_TIMEOUT_MS, value: {{ .root.Values.stop.withinMs | int64 | quote }} }
{{- end }}
- { name: MONGODB_DATABASE, value: {{ printf "vitae_%s" .name }} }
{{ include "vitae.secretEnv" (dict "root" .root "env" "MONGODB_URI" "key" "mongodb-uri") }}
{{ include "vitae.secretEnv" (dict "root" .root "env" "SERVICE_KEYS" "key" "service-keys") }}
{{- with .root.Values.tracing }}
{{- if .endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .share | quote }} }
{{- end }}
{{- end }}
{{- range $name, $value := .root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* Who can do nothing but what the process does. */}}
{{- define "vitae.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: {{ .seccomp | default "RuntimeDefault" }} }
{{- end }}

{{- define "vitae.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* What is the same in every pod: its account, its spread over hosts and zones. */}}
{{- define "vitae.pod" -}}
serviceAccountName: {{ .root.Release.Name }}-{{ .name }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{ include "vitae.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}

{{/* Alive, started, ready: three questions on one port. */}}
{{- define "vitae.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 2
  failureThreshold: {{ .startSeconds | default 60 | int | add 1 | int }}
livenessProbe:
  httpGet: { path: /healthz, port: {{ .port }} }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /readyz, port: {{ .port }} }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 1
{{- end }}

{{- define "vitae.annotations" -}}
{{- if not .Values.secrets.existing }}
checksum/secrets: {{ include (print .Template.BasePath "/secret.yaml") . | sha256sum }}
{{- end }}
{{- end }}

{{/* Parts of network policies. */}}
{{- define "vitae.peer" }}
podSelector:
  matchLabels: {{ include "vitae.selector" . | nindent 4 }}
{{- end }}
{{- define "vitae.dns" }}
- to: [{ namespaceSelector: {}, podSelector: { matchLabels: { k8s-app: kube-dns } } }]
  ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{- end }}
{{- define "vitae.toDatabase" }}
- to:
    {{- if index .root.Values .database "bundled" }}
    - {{- include "vitae.peer" (dict "root" .root "name" .database) | nindent 6 }}
    {{- else }}
    {{- toYaml (index .root.Values.networkPolicy .database "to" | default (list (dict "ipBlock" (dict "cidr" "0.0.0.0/0")))) | nindent 4 }}
    {{- end }}
  ports: [{ port: {{ index .root.Values.networkPolicy .database "port" }}, protocol: TCP }]
{{- end }}
{{- define "vitae.fromPrometheus" }}
{{- with .root.Values.networkPolicy.prometheusFrom }}
- from: {{ toYaml . | nindent 4 }}
  ports: [{ port: {{ $.port }}, protocol: TCP }]
{{- end }}
{{- end }}
{{- define "vitae.toCollector" }}
{{- if .Values.tracing.endpoint }}
{{- $url := urlParse .Values.tracing.endpoint }}
- ports: [{ port: {{ last (splitList ":" $url.host) | int | default 4318 }}, protocol: TCP }]
  {{- with .Values.networkPolicy.collectorTo }}
  to: {{ toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "vitae.migration" }}
- name: {{ .name }}
  image: {{ include "vitae.image" . }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  args: [node, dist/main.js, --prepare]
  securityContext: {{ include "vitae.containerSecurity" . | nindent 4 }}
  env:
    {{- include "vitae.env" . | nindent 4 }}
    {{- if has .name (list "gateway" "export") }}
    {{- include "vitae.secretEnv" (dict "root" .root "env" "REDIS_URL" "key" "redis-url") | nindent 4 }}
    {{- end }}
    {{- if eq .name "gateway" }}
    {{- include "vitae.secretEnv" (dict "root" .root "env" "MASTER_KEYS" "key" "master-keys") | nindent 4 }}
    {{- end }}
  resources: { requests: { cpu: 50m, memory: 128Mi }, limits: { memory: 256Mi } }
  volumeMounts: [{ name: tmp, mountPath: /tmp }]
{{- end }}

{{- define "vitae.databaseSecurity" }}
runAsNonRoot: true
runAsUser: 999
runAsGroup: 999
fsGroup: 999
seccompProfile: { type: RuntimeDefault }
{{- end }}
