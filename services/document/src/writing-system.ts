import type { Sliced } from './slices.ts';

const letters = /\p{Letter}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;

/** A sample determines the direction, because counting the letters of a long document takes too long. */
const SAMPLE_CHARACTERS = 100_000;

/** Returns the direction of a document: the direction of the majority of its letters. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const all = sample.match(letters)?.length ?? 0;
  const rtl = sample.match(rightToLeft)?.length ?? 0;
  return rtl * 2 > all ? 'rtl' : 'ltr';
}

type Ideographs = ReturnType<typeof ideographsOf>;
/** The languages of ideographs. Text with kana is Japanese, whatever else it contains. */
const BY_PRECEDENCE: readonly Ideographs[] = ['ja', 'ko', 'zh', 'zh-Hant', null];
const SLICE_CHARACTERS = 20_000;

/** Returns the direction and the kind of ideographs of a document. Yields before each slice of its texts. */
export function* writingOf(texts: Iterable<string>): Sliced<{ direction: 'ltr' | 'rtl'; ideographs: Ideographs }> {
  let sample = '';
  let slice = '';
  const found = new Set<Ideographs>();
  const read = () => {
    if (sample.length < SAMPLE_CHARACTERS) sample += slice;
    found.add(ideographsOf(slice));
    slice = '';
  };
  for (const text of texts) {
    slice += `${text}\n`;
    if (slice.length < SLICE_CHARACTERS) continue;
    yield;
    read();
  }
  read();
  return { direction: directionOf(sample), ideographs: BY_PRECEDENCE.find((one) => found.has(one)) ?? null };
}

/**
 * Returns the direction of a short text within a document. A text without right-to-left letters, such as a
 * telephone number, is always left-to-right.
 */
export function directionOfPhrase(text: string): 'ltr' | 'auto' {
  return text.search(rightToLeft) === -1 ? 'ltr' : 'auto';
}

/** Returns the direction of a paragraph: the direction of its first letter (UAX #9), as browsers determine it. */
export function directionOfParagraph(text: string): 'ltr' | 'rtl' | undefined {
  const [first] = /\p{Letter}/u.exec(text) ?? [];
  if (first === undefined) return undefined;
  return first.search(rightToLeft) === -1 ? 'ltr' : 'rtl';
}

// A run of right-to-left letters, including the neutral characters between two of them.
const rtlRun =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}](?:[^\p{L}\n]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}])*/gu;

/** Splits a text into runs of one direction each, in logical order (UAX #9). */
export function directionalRuns(text: string): { text: string; direction: 'ltr' | 'rtl' }[] {
  return splitByMatch(text, rtlRun).map(({ text, matches }) => ({ text, direction: matches ? 'rtl' : 'ltr' }));
}

/** Splits a text into the matches of a global pattern and the parts between them. */
export function splitByMatch(text: string, pattern: RegExp): { text: string; matches: boolean }[] {
  const parts: { text: string; matches: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), matches: false });
    parts.push({ text: match[0], matches: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), matches: false });
  return parts;
}

/** Detects the language whose ideograph forms to use; null for a text without ideographs. */
function ideographsOf(text: string): 'ja' | 'zh' | 'zh-Hant' | 'ko' | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  if (!/\p{Script=Han}/u.test(text)) return null;
  return isTraditional(text) ? 'zh-Hant' : 'zh';
}

// Frequent ideographs that only one of the two written forms of Chinese has.
const SIMPLIFIED =
  /[东个丰为义乐习书买产亲们优会传体关兴写军农决准凤减则刚创办务动区华单卖卫厂历参发变号听员响团园围图场坚声处备复头实审对导层岁币带师并广应开张当录态总户执扩护报担据损换数断无时显术条来构标树样桥档检权欢毕汇没济测热环现电监盖确码离种积称筑签类纪纲纳级约组细织终绍经结给络统继绩绪续维综绿编缩网联职脑节药获营补见观规视览觉计订认讨让议记讲许论设访证评识诉译试话询该语误说请诸读课调谈责败货质购费资赛车转软轻载较辑输边达过运还这进远连适选递邮释里银钟钱铁链销锁错键锻长门问间闻阅队阳际陆险随难静韩页项顺须领频题颜额风饭馆驾验龙]/gu;
const TRADITIONAL =
  /[東個豐為義樂習書買產親們優會傳體關興寫軍農決準鳳減則剛創辦務動區華單賣衛廠歷參發變號聽員響團園圍圖場堅聲處備復頭實審對導層歲幣帶師並廣應開張當錄態總戶執擴護報擔據損換數斷無時顯術條來構標樹樣橋檔檢權歡畢匯沒濟測熱環現電監蓋確碼離種積稱築簽類紀綱納級約組細織終紹經結給絡統繼績緒續維綜綠編縮網聯職腦節藥獲營補見觀規視覽覺計訂認討讓議記講許論設訪證評識訴譯試話詢該語誤說請諸讀課調談責敗貨質購費資賽車轉軟輕載較輯輸邊達過運還這進遠連適選遞郵釋裡銀鐘錢鐵鏈銷鎖錯鍵鍛長門問間聞閱隊陽際陸險隨難靜韓頁項順須領頻題顏額風飯館駕驗龍]/gu;

/** Returns whether a Chinese text has traditional characters. */
export function isTraditional(text: string): boolean {
  return (text.match(TRADITIONAL)?.length ?? 0) > (text.match(SIMPLIFIED)?.length ?? 0);
}
