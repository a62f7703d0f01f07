import type { ExportSource } from '@vitae/proto/export-source';
import { createRandom } from '../random.ts';
import { type Person, personSource } from './person.ts';

/** The words of a language and the space between them. */
type Vocabulary = { words: readonly string[]; space: string };

/** A CV with a random amount of content in each section. The same seed gives the same CV. */
export function generatedSource(seed: number, { words: all, space }: Vocabulary = vocabularies.english): ExportSource {
  const random = createRandom(seed);
  const upTo = (max: number) => Math.floor(random() * (max + 1));
  const many = <Item>(max: number, item: (index: number) => Item) =>
    Array.from({ length: upTo(max) }, (_, i) => item(i));
  const words = (max: number) => Array.from({ length: 1 + upTo(max - 1) }, () => all[upTo(all.length - 1)]).join(space);
  const sentence = (max: number) => `${words(max).replace(/^./, (letter) => letter.toUpperCase())}.`;
  const person: Person = {
    name: words(3),
    title: words(5),
    culture: 'en_UK',
    country: random() < 0.5 ? 'GBR' : 'USA',
    city: 'Leeds',
    email: 'someone@example.com',
    phone: '+44 113 496 0000',
    profile: many(4, () => sentence(25)).join(' '),
    // Most CVs have few jobs.
    jobs: Array.from({ length: Math.floor(18 * random() ** 2) }, (_, index) => ({
      title: words(4),
      company: words(4),
      city: 'London',
      start: `${2025 - index}-01-01`,
      end: `${2025 - index}-11-30`,
      text: many(3, () => sentence(25)).join(' '),
      missions: many(6, () => sentence(30)),
    })),
    schools: many(4, (index) => ({
      degree: words(5),
      school: words(4),
      start: `${2005 - 3 * index}-09-01`,
      end: `${2008 - 3 * index}-06-30`,
      text: random() < 0.3 ? sentence(30) : '',
    })),
    skills: many(12, () => ({ title: words(2), level: 10 * upTo(10), parts: many(4, () => words(2)) })),
    interests: many(6, () => words(3)),
    languages: many(4, () => ({ language: words(1), fluency: words(2) })),
  };
  const source = personSource(person);
  const references = many(3, () => ({ name: words(2), reference: many(4, () => sentence(25)).join(' ') }));
  return { ...source, sections: { ...source.sections, references } };
}

export const vocabularies = {
  english: {
    space: ' ',
    words: `planned budget of the regional office and led a team that delivered software for hospitals on time
      negotiated contracts with suppliers improved quality reduced cost trained new colleagues in analysis design testing
      introduced measurable goals reviewed architecture operations security data platform customers internationally
      responsibility documentation infrastructure a an to by from under within three twelve years`.split(/\s+/),
  },
  ukrainian: {
    space: ' ',
    words: `керувала командою розробників програмного забезпечення для лікарень у регіональному офісі вела переговори з
      постачальниками та поліпшила якість скоротила витрати і навчила нових колег аналізу проєктування тестування безпека
      даних платформа інфраструктура відповідальність документація за три роки`.split(/\s+/),
  },
  japanese: {
    space: '',
    words:
      `大規模な 分散システムの 設計と運用を 担当し、 チームを 率いて キャッシュの 障害を 半分に 減らしました 決済基盤の
      アーキテクチャ 若手の育成と ドキュメントの 整備、 Kubernetesへの 移行を 無停止で 完了した 東京都渋谷区`.split(
        /\s+/,
      ),
  },
} satisfies Record<string, Vocabulary>;
