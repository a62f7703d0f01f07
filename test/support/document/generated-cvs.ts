import type { DocumentLanguage } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { createRandom } from '../random.ts';
import { type Person, personSource } from './person.ts';

/** The words of a language and the space between them. Without `language`, it is detected. */
type Vocabulary = { words: readonly string[]; space: string; language?: DocumentLanguage };

/** No other line consists of these words, so tests recognize the footer. */
const names = [
  'Kim Lee',
  'Maximiliane Freifrau von Hohenstein-Wittgenstein-Berleburg',
  'Kim Lee',
  'Kim Lee',
  'Montgomery Featherstonehaugh-Cholmondeley',
];

/** A CV with a random amount of content in each kind of section. The same seed gives the same CV. */
export function generatedSource(
  seed: number,
  { words: all, space, language }: Vocabulary = vocabularies.english,
): ExportSource {
  const random = createRandom(seed);
  const upTo = (max: number) => Math.floor(random() * (max + 1));
  const many = <Item>(max: number, item: (index: number) => Item) =>
    Array.from({ length: upTo(max) }, (_, i) => item(i));
  const words = (max: number) => Array.from({ length: 1 + upTo(max - 1) }, () => all[upTo(all.length - 1)]).join(space);
  const sentence = (max: number) => `${words(max).replace(/^./, (letter) => letter.toUpperCase())}.`;
  const person: Person = {
    name: names[seed % names.length] ?? '',
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
  const text = (max: number) => many(max, () => sentence(25)).join(' ');
  const references = many(3, () => ({ name: words(2), reference: many(4, () => sentence(25)).join(' ') }));
  const rare = <Item>(max: number, item: (index: number) => Item) => (random() < 0.3 ? many(max, item) : []);
  const portfolio = rare(2, (index) => ({ ...portfolioItem, title: words(4), createDate: `${2020 - index}-02-02` }));
  return {
    ...source,
    ...(language && { language }),
    cv: { ...source.cv, portfolios: { portfolio: portfolio.map((one) => ({ ...one, description: text(2) })) } },
    sections: {
      ...source.sections,
      references,
      projects: rare(3, (index) => ({
        name: words(4),
        entity: words(3),
        type: '',
        description: text(2),
        roles: many(2, () => words(2)),
        keywords: many(8, () => words(3)),
        url: random() < 0.5 ? 'https://example.com/projects/of-the-regional-office' : '',
        startDate: `${2022 - index}-03`,
        endDate: `${2023 - index}-04`,
        highlights: many(4, () => sentence(20)),
      })),
      certificates: rare(4, (index) => ({ name: words(5), date: `${2024 - index}-05`, issuer: words(3), url: '' })),
      publications: rare(4, (index) => ({
        name: words(9),
        publisher: words(4),
        releaseDate: `${2021 - index}-06`,
        url: '',
        summary: text(1),
      })),
      awards: rare(3, (index) => ({ title: words(5), date: `${2019 - index}`, awarder: words(4), summary: text(1) })),
      volunteer: rare(2, (index) => ({
        organization: words(4),
        position: words(4),
        url: '',
        startDate: `${2018 - index}`,
        endDate: '',
        summary: text(2),
        highlights: many(3, () => sentence(20)),
      })),
    },
  };
}

const portfolioItem: ExportSource['cv']['portfolios']['portfolio'][number] = {
  id: 1,
  mediaType: 'url',
  title: '',
  description: '',
  createDate: '',
  content: '',
  embed: '',
  path: '',
  url: 'https://gallery.example.com/',
};

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
  german: {
    language: 'de',
    space: ' ',
    words:
      `leitete die Unternehmenskommunikation und Qualitätssicherungsabteilung einer Rechtsschutzversicherungsgesellschaft
      verantwortete Datenschutzfolgenabschätzungen sowie Geschäftsprozessoptimierung für Krankenhausinformationssysteme
      im Bereich Forschung mit Softwareentwicklungswerkzeugen an der Universität baute ein Team auf Kosten um drei Jahre
      Straßenverkehrszulassungsordnung Übersetzungen Fahrzeugdiagnose`.split(/\s+/),
  },
  czech: {
    language: 'cs',
    space: ' ',
    words:
      `vedla tým vývojářů softwaru pro nemocnice v krajské kanceláři a jednala s dodavateli zlepšila kvalitu snížila
      náklady školila nové kolegy v analýze návrhu i testování odpovědnost za bezpečnost dat k infrastruktura
      dokumentace nejobhospodařovávatelnější během tří let zavedla měřitelné cíle`.split(/\s+/),
  },
  portuguese: {
    language: 'pt',
    space: ' ',
    words:
      `liderou a equipe de desenvolvedores de software para hospitais no escritório regional e negociou contratos com
      fornecedores melhorou a qualidade reduziu custos treinou novos colegas em análise projeto testes responsável pela
      segurança dos dados infraestrutura documentação durante três anos`.split(/\s+/),
  },
  arabic: {
    language: 'ar',
    space: ' ',
    words: `قادت فريق المهندسين في المكتب الإقليمي وطورت أنظمة المستشفيات مع الموردين خلال ثلاث سنوات من العمل
      حسنت الجودة وخفضت التكاليف ودربت الزملاء الجدد على التحليل والتصميم والاختبار مسؤولة عن أمن البيانات
      والبنية التحتية منصة دفع إلكتروني`.split(/\s+/),
  },
  hebrew: {
    language: 'he',
    space: ' ',
    words: `ניהלה צוות של מהנדסים במשרד האזורי ופיתחה מערכות תוכנה לבתי חולים עם ספקים במשך שלוש שנים שיפרה את האיכות
      והפחיתה עלויות הדריכה עמיתים חדשים בניתוח עיצוב ובדיקות אחראית על אבטחת מידע ותשתיות`.split(/\s+/),
  },
  hindi: {
    language: 'hi',
    space: ' ',
    words: `क्षेत्रीय कार्यालय में इंजीनियरों के दल का नेतृत्व किया और अस्पतालों के लिए प्रणालियाँ विकसित कीं
      आपूर्तिकर्ताओं के साथ तीन वर्षों तक गुणवत्ता में सुधार लागत में कमी नए सहकर्मियों को विश्लेषण डिज़ाइन
      परीक्षण का प्रशिक्षण दिया डेटा सुरक्षा की ज़िम्मेदारी`.split(/\s+/),
  },
  japanese: {
    language: 'ja',
    space: '',
    words:
      `大規模な 分散システムの 設計と運用を 担当し チームを 率いて キャッシュの 障害を 半分に 減らしました 決済基盤の
      アーキテクチャ 若手の育成と ドキュメントの 整備 Kubernetesへの 移行を 無停止で 完了した 東京都渋谷区`.split(
        /\s+/,
      ),
  },
} satisfies Record<string, Vocabulary>;
