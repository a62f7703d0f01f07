import { execFile } from 'node:child_process';

// Checks of kube-score that the chart does not follow, with the reasons.
const IGNORED = {
  'container-security-context-user-group-id': 'Expects ids above 10000. The images have the user 1000, as node:24 has.',
  'container-image-pull-policy': 'Tags do not move, and pods must also start while the registry is unavailable.',
  'container-ephemeral-storage-request-and-limit':
    'Root file systems are read-only, and temporary files are in memory.',
  'deployment-has-host-podantiaffinity': 'Pods are spread over nodes and zones by topology spread constraints.',
  'statefulset-has-host-podantiaffinity': 'The bundled databases are for trials and have one pod.',
  'statefulset-has-poddisruptionbudget':
    'The bundled databases have one pod: a budget would block the drain of its node.',
  'statefulset-has-servicename': 'The bundled Redis has one pod, which needs no name of its own.',
  'deployment-replicas':
    'Knows only HorizontalPodAutoscalers, not KEDA. One worker is enough: jobs wait while it restarts.',
};

type Score = {
  object_meta: { name: string };
  type_meta: { kind: string };
  checks: {
    check: { id: string };
    grade: number;
    skipped: boolean;
    comments: { path: string; summary: string }[] | null;
  }[];
};

const PASSED = 10;

/** Returns what kube-score criticizes in the manifests. A CPU limit would slow down requests although the node is idle. */
export async function practiceProblems(kubeScore: string, file: string, version: string): Promise<string[]> {
  const args = [
    'score',
    file,
    '--kubernetes-version',
    `v${version}`,
    '--output-format',
    'json',
    '--ignore-container-cpu-limit',
  ];
  const ignored = Object.keys(IGNORED).flatMap((id) => ['--ignore-test', id]);
  const optional = [
    '--enable-optional-test',
    'container-seccomp-profile',
    '--enable-optional-test',
    'container-ports-check',
  ];
  const scores = JSON.parse(await output(kubeScore, [...args, ...ignored, ...optional])) as Score[];
  if (scores.length === 0) return ['kube-score checked nothing'];
  return scores.flatMap(({ object_meta, type_meta, checks }) =>
    checks
      .filter(({ grade, skipped }) => grade < PASSED && !skipped)
      .flatMap(({ check, comments }) =>
        (comments ?? []).map(
          ({ path, summary }) => `${type_meta.kind} ${object_meta.name} ${path}: ${summary} (kube-score ${check.id})`,
        ),
      ),
  );
}

/** The exit status is 1 if anything is criticized. */
function output(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (stdout.startsWith('[')) resolve(stdout);
      else reject(new Error(stderr || error?.message));
    });
  });
}
