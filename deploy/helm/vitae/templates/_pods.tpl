{{/*
Options of one process: `kind` is pod, service or serviceAccount. The values of the process extend the top-level ones:
maps are merged by key, lists are appended, other values are replaced, and null removes a key of a map.
*/}}
{{- define "vitae.options" -}}
{{- $options := deepCopy (index .root.Values .kind) }}
{{- if and (eq .kind "pod") (eq .name "export") (not .migration) (eq (include "vitae.browserSandbox" .root) "on") }}
{{- $_ := set $options.securityContext "seccompProfile" (dict "type" "Unconfined") }}
{{- end }}
{{- $process := index .root.Values .name | default (index .root.Values.services .name) | default dict }}
{{- range $key, $value := index $process .kind }}
{{- $current := index $options $key }}
{{- if and (kindIs "map" $value) (kindIs "map" $current) }}
{{- range $name, $part := $value }}
{{- if kindIs "invalid" $part }}
{{- $_ := unset $current $name }}
{{- else }}
{{- $_ := set $current $name $part }}
{{- end }}
{{- end }}
{{- else if kindIs "slice" $value }}
{{- $_ := set $options $key (concat ($current | default list) $value) }}
{{- else }}
{{- $_ := set $options $key $value }}
{{- end }}
{{- end }}
{{- toYaml $options }}
{{- end }}

{{/* Labels and annotations of a Service or a service account. Labels of the chart cannot be replaced. `annotations` are those of the template. */}}
{{- define "vitae.metadata" -}}
{{- $options := include "vitae.options" . | fromYaml -}}
labels: {{ merge (include "vitae.labels" . | fromYaml) ($options.labels | default dict) | toYaml | nindent 2 }}
{{- with merge ($options.annotations | default dict) (.annotations | default dict) }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Labels and annotations of a pod; `annotations` are those of the template. A change of a Secret that the chart creates restarts the pods. */}}
{{- define "vitae.podMetadata" -}}
{{- $options := include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml -}}
labels: {{ merge (include "vitae.labels" . | fromYaml) ($options.labels | default dict) | toYaml | nindent 2 }}
{{- $annotations := merge (.annotations | default dict) ($options.annotations | default dict) }}
{{- if not .root.Values.secrets.existing }}
{{- $_ := set $annotations "checksum/secrets" (include (print .root.Template.BasePath "/secret.yaml") .root | sha256sum) }}
{{- end }}
{{- with $annotations }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where a pod runs. Also for the bundled databases and the migrations. */}}
{{- define "vitae.scheduling" -}}
{{- $options := include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- range $key := list "nodeSelector" "affinity" "tolerations" "priorityClassName" }}
{{- with index $options $key }}
{{ $key }}: {{ if kindIs "string" . }}{{ . }}{{ else }}{{ toYaml . | nindent 2 }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Fields of the pods of every process. */}}
{{- define "vitae.pod" -}}
{{- $options := include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml -}}
serviceAccountName: {{ .root.Release.Name }}-{{ .name }}
{{ include "vitae.scheduling" . }}
securityContext: {{ toYaml $options.securityContext | nindent 2 }}
topologySpreadConstraints:
  {{- $selector := dict "labelSelector" (dict "matchLabels" (include "vitae.selector" . | fromYaml)) }}
  {{- range $options.topologySpreadConstraints }}
  - {{- merge . $selector | toYaml | nindent 4 }}
  {{- else }}
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - {{- merge (dict "maxSkew" 1 "topologyKey" . "whenUnsatisfiable" "ScheduleAnyway") $selector | toYaml | nindent 4 }}
  {{- end }}
  {{- end }}
{{- with $options.initContainers }}
initContainers: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Fields of every container with an image of Vitae. */}}
{{- define "vitae.container" -}}
{{- $options := include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml -}}
image: {{ include "vitae.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext: {{ toYaml $options.containerSecurityContext | nindent 2 }}
{{- with $options.extraEnvFrom }}
envFrom: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Environment variables that follow those of the process. */}}
{{- define "vitae.extraEnv" -}}
{{- with .root.Values.caBundle }}
{{- if or .configMap .secret }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/vitae/ca/{{ .key }} }
{{- end }}
{{- end }}
{{- with (include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml).extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The databases to which a process connects with a client certificate, as a JSON array. */}}
{{- define "vitae.clientCertificates" -}}
{{- $databases := list }}
{{- with .root.Values.clientCertificates.mongodb }}
{{- $databases = append $databases "mongodb" }}
{{- end }}
{{- if and .root.Values.clientCertificates.redis (has .name (list "gateway" "site" "export")) }}
{{- $databases = append $databases "redis" }}
{{- end }}
{{- toJson $databases }}
{{- end }}

{{- define "vitae.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if or .root.Values.caBundle.configMap .root.Values.caBundle.secret }}
- { name: ca-bundle, mountPath: /etc/vitae/ca, readOnly: true }
{{- end }}
{{- range $database := include "vitae.clientCertificates" . | fromJsonArray }}
- { name: {{ $database }}-client, mountPath: /run/vitae/{{ $database }}, readOnly: true }
{{- end }}
{{- with (include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml).extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "vitae.volumes" -}}
- { name: tmp, emptyDir: { medium: Memory, sizeLimit: {{ .tmpSize | default "64Mi" }} } }
{{- with .root.Values.caBundle }}
{{- if and .configMap .secret }}
{{- fail "caBundle: set configMap or secret, not both" }}
{{- else if .configMap }}
- { name: ca-bundle, configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: {{ .key }} }] } }
{{- else if .secret }}
- { name: ca-bundle, secret: { secretName: {{ .secret }}, items: [{ key: {{ .key }}, path: {{ .key }} }] } }
{{- end }}
{{- end }}
{{- $one := . }}
{{- range $database := include "vitae.clientCertificates" . | fromJsonArray }}
- { name: {{ $database }}-client, secret: { secretName: {{ index $one.root.Values.clientCertificates $database }}-{{ $one.name }} } }
{{- end }}
{{- with (include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml).extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Containers beside that of the process. */}}
{{- define "vitae.sidecars" -}}
{{- with (include "vitae.options" (merge (dict "kind" "pod") .) | fromYaml).sidecars }}
{{- toYaml . }}
{{- end }}
{{- end }}
