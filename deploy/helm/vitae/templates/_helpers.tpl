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

{{/* The names of all processes, as a JSON array. */}}
{{- define "vitae.processes" -}}
{{ concat (list "gateway" "site" "export") (keys .Values.services | sortAlpha) | toJson }}
{{- end }}

{{/* The values of one process. */}}
{{- define "vitae.values" -}}
{{ index .root.Values .name | default (index .root.Values.services .name) | toYaml }}
{{- end }}

{{/* The number of pods, unless an autoscaler decides it. */}}
{{- define "vitae.replicas" -}}
{{- $values := include "vitae.values" . | fromYaml }}
{{- if not (or $values.autoscaling.enabled ($values.keda | default dict).enabled) -}}
replicas: {{ $values.replicas }}
{{- end }}
{{- end }}

{{- define "vitae.checkReplicas" }}
{{- if gt (int .min) (int .max) }}
{{- fail (printf "%s: min is greater than max" .name) }}
{{- end }}
{{- end }}

{{- define "vitae.image" -}}
{{ .root.Values.image.registry }}/{{ .name }}
{{- with index .root.Values.image.digests .name }}@{{ . }}{{ else }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* The Secret of one process. */}}
{{- define "vitae.secret" -}}
{{ .root.Values.secrets.existing | default .root.Release.Name }}-{{ .name }}
{{- end }}

{{/* Reads one setting from the Secret of the process. */}}
{{- define "vitae.secretEnv" -}}
- name: {{ .env }}
  valueFrom:
    secretKeyRef:
      name: {{ include "vitae.secret" . }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{/* How a process shuts down. The values under `stop` are deprecated. */}}
{{- define "vitae.drainDelayMs" -}}
{{ (.Values.stop).drainWaitMs | default .Values.shutdown.drainDelayMs | int64 }}
{{- end }}
{{- define "vitae.shutdownTimeoutMs" -}}
{{ (.Values.stop).withinMs | default .Values.shutdown.timeoutMs | int64 }}
{{- end }}

{{/* Five seconds longer than the drain delay and the shutdown timeout of the process. */}}
{{- define "vitae.gracePeriodSeconds" -}}
{{ add (div (add (include "vitae.drainDelayMs" .root) .timeoutMs) 1000) 5 }}
{{- end }}

{{/* Settings of every process. The site uses the gateway's database. */}}
{{- define "vitae.env" -}}
- { name: LOG_LEVEL, value: {{ .root.Values.logLevel | quote }} }
- { name: DRAIN_DELAY_MS, value: {{ include "vitae.drainDelayMs" .root | quote }} }
{{- if ne .name "export" }}
- { name: SHUTDOWN_TIMEOUT_MS, value: {{ include "vitae.shutdownTimeoutMs" .root | quote }} }
{{- end }}
- { name: MONGODB_DATABASE, value: {{ printf "vitae_%s" (.name | replace "site" "gateway") }} }
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "MONGODB_URI" "key" "mongodb-uri") }}
{{- if has .name (list "gateway" "site" "export") }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "SERVICE_PRIVATE_KEY" "key" "service-private-key") }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "REDIS_URL" "key" "redis-url") }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "QUEUE_REDIS_URL" "key" "queue-redis-url" "optional" true) }}
{{- end }}
{{- if has .name (list "export" "resume") }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "S3_ACCESS_KEY_ID" "key" "s3-access-key-id" "optional" true) }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "S3_SECRET_ACCESS_KEY" "key" "s3-secret-access-key" "optional" true) }}
{{- end }}
{{- if has .name (list "gateway" "site") }}
{{ include "vitae.secretEnv" (dict "root" .root "name" .name "env" "MASTER_KEYS" "key" "master-keys") }}
{{- else }}
- { name: SERVICE_PUBLIC_KEYS, value: {{ required "servicePublicKeys is required: see docs/deploying.md#kubernetes" .root.Values.servicePublicKeys | quote }} }
{{- end }}
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

{{/* Settings that the gateway and the site share. */}}
{{- define "vitae.publicEnv" -}}
- { name: TRUST_PROXY, value: {{ .Values.trustProxy | quote }} }
- { name: COMPANY_API_URL, value: {{ .Values.urls.companyApi | quote }} }
- { name: OAUTH_URL, value: {{ .Values.urls.oauth | quote }} }
- { name: USER_API_URL, value: {{ .Values.urls.userApi | quote }} }
- { name: SITE_URL, value: {{ .Values.urls.site | quote }} }
- { name: EXPORT_WAIT_MS, value: {{ .Values.gateway.exportWaitMs | int64 | quote }} }
- { name: RETENTION_DAYS, value: {{ .Values.gateway.retentionDays | int64 | quote }} }
- { name: EXPORT_URL, value: "http://{{ .Release.Name }}-export:8090" }
{{- with .Values.mail.from }}
- { name: SMTP_FROM, value: {{ . | quote }} }
{{- end }}
{{- range $name, $_ := .Values.services }}
- { name: {{ upper $name }}_ADDRESS, value: "dns:///{{ $.Release.Name }}-{{ $name }}:50051" }
{{- end }}
{{- end }}

{{/* Settings of the site alone. `gateway.operators` is deprecated. */}}
{{- define "vitae.siteEnv" -}}
{{ include "vitae.secretEnv" (dict "root" . "name" "site" "env" "SMTP_URL" "key" "smtp-url" "optional" true) }}
{{- with .Values.site.operators | default .Values.gateway.operators }}
- { name: OPERATORS, value: {{ . | quote }} }
{{- end }}
{{- end }}

{{/* EXPORT_BROWSER_SANDBOX: landlock, on (true) or off (false). */}}
{{- define "vitae.browserSandbox" -}}
{{- $sandbox := .Values.export.browserSandbox }}
{{- if kindIs "bool" $sandbox }}{{ ternary "on" "off" $sandbox }}{{ else }}{{ $sandbox }}{{ end }}
{{- end }}

{{/* Startup, liveness and readiness probes on one port. */}}
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

{{/*
The public routes of each host, as JSON: { host: { surfaces, paths: [{ path, service }] } }. The site serves all paths that
the gateway does not.
*/}}
{{- define "vitae.routes" -}}
{{- $_ := required "trustProxy is missing: set it to the addresses or the subnet of the pods of the ingress controller or Gateway" .Values.trustProxy }}
{{- $apiPaths := dict
  "companyApi" (list "/api/v1" "/healthz" "/readyz")
  "userApi" (list "/user" "/cv" "/comments" "/metadata" "/employmentpreferences" "/baseslist")
  "site" (list)
}}
{{- $tokenPaths := list }}
{{- range $locale := list "de" "en" "es" "fr" "it" }}
{{- $tokenPaths = concat $tokenPaths (list (printf "/%s/oauth/requestToken" $locale) (printf "/%s/oauth/accessToken" $locale)) }}
{{- end }}
{{- $_ := set $apiPaths "oauth" $tokenPaths }}
{{- $hosts := dict }}
{{- range $surface, $url := .Values.urls }}
{{- $host := (urlParse $url).hostname }}
{{- $surfaces := append (dig $host "surfaces" list $hosts) $surface }}
{{- $paths := dig $host "paths" list $hosts }}
{{- range $path := index $apiPaths $surface }}
{{- $paths = append $paths (dict "path" $path "service" "gateway") }}
{{- end }}
{{- $_ := set $hosts $host (dict "surfaces" $surfaces "paths" $paths) }}
{{- end }}
{{- range $host, $route := $hosts }}
{{- $hasPages := or (has "site" $route.surfaces) (has "oauth" $route.surfaces) }}
{{- $_ := set $route "paths" (append $route.paths (dict "path" "/" "service" (ternary "site" "gateway" $hasPages))) }}
{{- end }}
{{- toJson $hosts }}
{{- end }}

{{/* Rules of network policies. */}}
{{- define "vitae.peer" }}
podSelector:
  matchLabels: {{ include "vitae.selector" . | nindent 4 }}
{{- end }}
{{- define "vitae.dns" }}
- to: {{ toYaml .Values.networkPolicy.dns.to | nindent 4 }}
  ports: [{ port: {{ .Values.networkPolicy.dns.port }}, protocol: UDP }, { port: {{ .Values.networkPolicy.dns.port }}, protocol: TCP }]
{{- end }}
{{/* The peers in a value, or all addresses. */}}
{{- define "vitae.peersOrAll" }}
{{- toYaml (. | default (list (dict "ipBlock" (dict "cidr" "0.0.0.0/0")) (dict "ipBlock" (dict "cidr" "::/0")))) }}
{{- end }}
{{- define "vitae.toS3" }}
{{- if .Values.settings.S3_BUCKET }}
- to: {{ include "vitae.peersOrAll" .Values.networkPolicy.s3.to | nindent 4 }}
  ports: [{ port: {{ .Values.networkPolicy.s3.port }}, protocol: TCP }]
{{- end }}
{{- end }}

{{- define "vitae.toDatabase" }}
- to:
    {{- if index .root.Values .database "bundled" }}
    - {{- include "vitae.peer" (dict "root" .root "name" .database) | nindent 6 }}
    {{- else }}
    {{- include "vitae.peersOrAll" (index .root.Values.networkPolicy .database "to") | nindent 4 }}
    {{- end }}
  ports:
    - { port: {{ index .root.Values.networkPolicy .database "port" }}, protocol: TCP }
    {{- range index .root.Values.networkPolicy .database "extraPorts" }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
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

{{- define "vitae.databaseSecurity" }}
runAsNonRoot: true
runAsUser: 999
runAsGroup: 999
fsGroup: 999
seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "vitae.databaseContainerSecurity" }}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Password of a user of the bundled Redis. It cannot be used to derive the others. */}}
{{- define "vitae.redisPassword" -}}
{{ printf "redis/%s/%s" .name .root.Values.secrets.masterKeys | sha256sum }}
{{- end }}

{{/* File of the users of the bundled Redis: those in redis-users.acl, and one for each of export.producers. */}}
{{- define "vitae.redisUsers" -}}
{{- $users := regexReplaceAll "(?m)^#.*\n" (.Files.Get "redis-users.acl") "" }}
{{- $names := list "gateway" "site" "export" "monitor" "admin" }}
{{- $ofWorker := regexFind "(?m)^user export on <export> .*$" $users | trimPrefix "user export on <export>" }}
{{- range $name := include "vitae.exportProducers" . | fromJsonArray }}
{{- if or (has $name $names) (eq $name "default") }}
{{- fail (printf "export.producers: %s is a Redis user of Vitae or listed twice; choose another name" $name) }}
{{- end }}
{{- $names = append $names $name }}
{{- $users = printf "%suser %s on <%s>%s +publish\n" $users $name $name $ofWorker }}
{{- end }}
{{- range $name := $names }}
{{- $hash := include "vitae.redisPassword" (dict "root" $ "name" $name) | sha256sum }}
{{- $users = $users | replace (printf "<%s>" $name) (printf "#%s" $hash) }}
{{- end }}
{{- $users }}
{{- end }}

{{/* Argo CD applies these resources before the migrations, and all others after them. Helm ignores the annotation. */}}
{{- define "vitae.beforeMigrations" -}}
argocd.argoproj.io/sync-wave: "-2"
{{- end }}

{{/* Names in export.producers, as a JSON array. Companies have no letters, so every word is a name. */}}
{{- define "vitae.exportProducers" -}}
{{ regexFindAll "[a-z][\\w-]*" .Values.export.producers -1 | toJson }}
{{- end }}

{{/* Password of a user of the bundled MongoDB. An existing one is kept, because MongoDB stores it. */}}
{{- define "vitae.mongodbPassword" -}}
{{- $secret := lookup "v1" "Secret" .root.Release.Namespace (printf "%s-mongodb-users" .root.Release.Name) | default dict }}
{{- with index ($secret.data | default dict) (printf "mongodb-password-%s" .name) }}
{{- b64dec . }}
{{- else }}
{{- printf "mongodb/%s/%s" .name .root.Values.secrets.masterKeys | sha256sum }}
{{- end }}
{{- end }}
