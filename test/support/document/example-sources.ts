import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExportSource } from '@vitae/proto/export-source';
import { acme, openResumeFixture, parsed } from '../resume/resume-fixture.ts';

const FILES = ['complete-resume.json', 'sample.resume.json', 'senior-engineer.resume.json'];

/** Imports the JSON Resume examples in `folder`, which is `deploy/local/examples`, and returns their export sources by name. */
export async function exampleSources(folder: string): Promise<Record<string, ExportSource>> {
  const service = await openResumeFixture();
  try {
    const sources: Record<string, ExportSource> = {};
    for (const file of FILES) {
      const user = await service.user(acme);
      const content = await readFile(join(folder, file));
      const { document } = await service.call.CreateCv({ user: { id: String(user.id) }, content }, { caller: acme });
      const source = await service.call.GetExportSource({ id: document?.id ?? 0 }, { caller: acme });
      sources[basename(file).split('.')[0] ?? file] = parsed<ExportSource>({ json: source.document });
    }
    return sources;
  } finally {
    await service.close();
  }
}
