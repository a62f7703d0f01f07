import { documentLanguages } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import { buildDocument } from './build-document.ts';
import { sampleSource } from './sample-source.ts';
import { allWords } from './words/all-words.ts';
import { sectionKinds } from './words/words.ts';

const PRODUCTS = 'React, Node.js, PostgreSQL, Kubernetes, AWS Lambda, CI/CD';
const GERMAN =
  'Erfahrene Entwicklerin für verteilte Systeme mit zehn Jahren Berufserfahrung in Banken und Versicherungen. Ich leitete ein Team von fünf Personen und führte eine neue Plattform für Zahlungen ein, die zwei Millionen Kunden nutzen.';
const FRENCH =
  'Développeuse expérimentée de systèmes distribués, dix ans d’expérience dans la banque et l’assurance. J’ai dirigé une équipe de cinq personnes et mis en place une nouvelle plateforme de paiement pour deux millions de clients.';
const ENGLISH = 'I was responsible for the design of systems that process the payments of many customers.';
const MIXED =
  'English, Русский язык, Ελληνικά, العربية الفصحى, עברית, 日本語の文章, 한국어 문장, हिन्दी भाषा, 中文句子, ไทยแลนด์';
const texts = {
  ar: 'مهندس برمجيات ذو خبرة في الأنظمة الموزعة. قدت فريقًا من خمسة أشخاص وأطلقت منصة دفع جديدة.',
  bg: 'Софтуерен инженер с опит в разпределени системи. Ръководих екип от пет души и въведох нова платформа за плащания.',
  cs: 'Softwarový inženýr se zkušenostmi s distribuovanými systémy. Vedl jsem tým pěti lidí a zavedl novou platební platformu.',
  da: 'Erfaren udvikler med ansvar for drift. Jeg ledede et hold på fem personer og indførte en ny løsning til betaling.',
  el: 'Μηχανικός λογισμικού με εμπειρία σε κατανεμημένα συστήματα. Διηύθυνα ομάδα πέντε ατόμων.',
  fi: 'Kokenut ohjelmistokehittäjä, joka vastaa järjestelmien ylläpidosta. Johdin viiden hengen tiimiä.',
  he: 'מהנדס תוכנה עם ניסיון במערכות מבוזרות. הובלתי צוות של חמישה אנשים והקמתי מערכת תשלומים חדשה.',
  hi: 'वितरित प्रणालियों में अनुभवी सॉफ्टवेयर इंजीनियर। मैंने पाँच लोगों की टीम का नेतृत्व किया।',
  hr: 'Iskusni programer koji je odgovoran za razvoj mrežnih aplikacija. Vodio sam tim od pet osoba i uveo novu platformu za plaćanje.',
  hu: 'Tapasztalt szoftvermérnök elosztott rendszerek fejlesztésében. Öt fős csapatot vezettem, és új fizetési rendszert vezettem be.',
  ja: '分散システムの設計を担当するソフトウェアエンジニアです。五人のチームを率い、新しい決済基盤を導入しました。',
  ko: '분산 시스템 경험이 있는 소프트웨어 엔지니어입니다. 다섯 명의 팀을 이끌고 새로운 결제 플랫폼을 도입했습니다.',
  nb: 'Jeg har hatt ansvaret for utviklingen av løsninger som brukes av flere enn to millioner kunder, og ledet et lag på fem personer.',
  nl: 'Ervaren ontwikkelaar die verantwoordelijk is voor de architectuur. Ik leidde een team van vijf personen.',
  pl: 'Inżynier oprogramowania z doświadczeniem w systemach rozproszonych. Kierowałem zespołem pięciu osób.',
  pt: 'Engenheiro de software com experiência em sistemas distribuídos. Liderei uma equipe de cinco pessoas.',
  ro: 'Inginer software cu experiență în sisteme distribuite. Am condus o echipă de cinci persoane și am introdus o nouă platformă.',
  sv: 'Erfaren utvecklare med ansvar för drift. Jag ledde en grupp på fem personer och införde en ny lösning för betalningar.',
  tr: 'Dağıtık sistemlerde deneyimli yazılım mühendisi. Beş kişilik bir ekibi yönettim ve yeni bir ödeme platformu kurdum.',
  uk: 'Інженер-програміст із досвідом розробки розподілених систем. Керував командою з п’яти осіб.',
  zh: '软件工程师，负责后端开发和分布式系统设计，领导五人团队，推出了新的支付平台，服务两百万用户。',
};

/** The sample CV with no other sentences than these. */
function sourceWith(presentation: string, missions: string[] = []): ExportSource {
  const { cv, ...source } = sampleSource({ culture: 'en_US' });
  const [experience] = cv.experiences.experience;
  if (!experience) throw new Error('The sample has an experience.');
  const emptied = {
    ...cv,
    presentation: { title: null, text: presentation },
    experiences: {
      experience: [
        {
          ...experience,
          title: 'Engineer',
          description: null,
          missions: { mission: missions.map((description) => ({ description })) },
        },
      ],
    },
    educations: { education: [] },
    portfolios: { portfolio: [] },
    skills: { skill: [] },
  };
  const none = { projects: [], volunteer: [], references: [] };
  return { ...source, cv: emptied, sections: { ...source.sections, ...none } };
}

const documentOf = (source: ExportSource) => buildDocument(source, 0);
const headingsOf = (source: ExportSource) => documentOf(source).sections.map(({ heading }) => heading);

describe('language of a document', () => {
  test.each(Object.entries(texts))('is the language of its texts: %s', (language, text) => {
    const source = sourceWith(text, [PRODUCTS]);
    expect(documentOf(source).language).toBe(language);
    expect(headingsOf(source)).toContain(allWords[language as keyof typeof texts].headings.experiences);
  });

  test.each([
    ['by default', {}],
    ['if the owner chose Chinese', { language: 'zh' }],
  ] as const)('follows the written form of Chinese texts %s', (_case, chosen) => {
    const text = '軟體工程師，負責後端開發和分散式系統設計，領導五人團隊，推出了新的支付平台，服務兩百萬用戶。';
    const source = { ...sourceWith(text, [PRODUCTS]), ...chosen };
    expect(documentOf(source)).toMatchObject({ language: 'zh-Hant', ideographs: 'zh-Hant' });
    expect(headingsOf(source)).toContain('工作經歷');
    expect(headingsOf({ ...sourceWith(texts.zh, [PRODUCTS]), ...chosen })).toContain('工作经历');
  });

  test('covers every language that no culture has', () => {
    const ofCultures = ['de', 'en', 'es', 'fr', 'it'];
    expect(Object.keys(texts).sort()).toEqual(documentLanguages.filter((code) => !ofCultures.includes(code)).sort());
  });

  test.each([
    ['no sentences', '', [PRODUCTS]],
    ['a few words of another language', 'Inżynier oprogramowania', []],
    [
      'one quotation among English sentences',
      texts.pl,
      [...Array(4)].map(
        () => 'I was responsible for the design of systems that process the payments of many customers.',
      ),
    ],
    ['several scripts in each text', MIXED, [MIXED]],
    ['one German text among English ones', ENGLISH, [GERMAN]],
    ['a short German text', 'Die Erforschung der Sprache in der Zeit der Aufklärung und danach', []],
  ])('is the language of the culture for a CV with %s', (_case, text, missions) => {
    expect(documentOf(sourceWith(text, missions)).language).toBe('en-US');
  });

  test.each([
    ['de', GERMAN],
    ['fr', FRENCH],
  ])('replaces the default culture by a language that another culture has: %s', (language, text) => {
    const source = sourceWith(text, [PRODUCTS]);
    expect(documentOf(source).language).toBe(language);
    expect(headingsOf(source)).toContain(allWords[language as 'de' | 'fr'].headings.experiences);
  });

  test('does not depend on references, which others wrote', () => {
    const source = sourceWith('', []);
    const references = [
      { name: 'Anna', reference: GERMAN },
      { name: 'Ina', reference: texts.pl },
    ];
    expect(documentOf({ ...source, sections: { ...source.sections, references } }).language).toBe('en-US');
  });

  test('does not replace a culture that was chosen by a language that another culture has', () => {
    expect(documentOf({ ...sourceWith(GERMAN, [PRODUCTS]), culture: 'fr_FR' }).language).toBe('fr-FR');
  });

  test('is the language that the owner chose, also if the texts have another', () => {
    const source = sourceWith(texts.pl, [PRODUCTS]);
    expect(documentOf({ ...source, language: 'fr' }).language).toBe('fr');
    expect(headingsOf({ ...source, language: 'ja' })).toContain(allWords.ja.headings.experiences);
    // With the language of its culture, a CV keeps the dates of its culture.
    expect(documentOf({ ...source, culture: 'en_UK', language: 'en' }).language).toBe('en-GB');
  });

  test('has words for every section, and its own word for every level', () => {
    for (const { headings, levels, photo, logo } of Object.values(allWords)) {
      expect(Object.keys(headings).sort()).toEqual([...sectionKinds].sort());
      expect(new Set(levels).size).toBe(5);
      expect([photo, logo]).toEqual([expect.stringContaining('{name}'), expect.stringContaining('{name}')]);
    }
  });
});
