/** A word that is not used in names, comments, messages and documentation. */
export type WordRule = {
  /** Matches single words and phrases. */
  pattern: RegExp;
  instead: string;
  /** Standard uses, which are removed from the line before the pattern is applied. */
  except?: RegExp;
};

/** Files, or texts in files, that the rules do not apply to. */
export type Exemption = { path: RegExp; text?: RegExp; reason: string };

export const WORD_RULES: readonly WordRule[] = [
  // Names of types and constants.
  {
    pattern: /\b(type|interface|class) (Call|Answer|Look|CallWords)\b/,
    instead: 'RequestContext, ApiResponse, PageContext',
  },
  { pattern: /\bMOST_[A-Z]/, instead: 'MAX_…' },
  { pattern: /\w_AT_ONCE\b|\w+AtOnce\b/, instead: 'MAX_CONCURRENT_…, concurrent' },
  { pattern: /\w_?WITHIN_MS\b|\bwithinMs\b|\bSOON_MS\b/, instead: '…_TIMEOUT_MS, RETRY_WINDOW_MS' },
  { pattern: /\bDRAIN_WAIT_MS\b/, instead: 'DRAIN_DELAY_MS' },
  { pattern: /\bcreateCreate[A-Z]/, instead: 'a verb: createComment(deps)' },
  { pattern: /\bnote[A-Z][a-z]+\(/, instead: 'record…' },
  { pattern: /\blookUp|\blookedUp|\bfound-[a-z]/, instead: 'find…, or the noun of the thing' },
  { pattern: /[a-z]Again\b|[a-z]-again\b|_AGAIN\b/, instead: 'retry, rebuild, restart', except: /EAI_AGAIN/g },
  { pattern: /\bpatient-|\bpatient[A-Z]|\bpassing-|\bpassing[A-Z]/, instead: 'timeout, outlier ejection' },
  { pattern: /\bhot-[a-z]|\bhot[A-Z][a-z]/, instead: '…-cache' },
  { pattern: /\bledgers?\b|\bhand-?over\b|handOver\b/i, instead: 'pid file, bootstrap' },
  { pattern: /\bscratch\b/i, instead: 'fixture', except: /from[- ]scratch|fromScratch/gi },
  { pattern: /\brigs?\b/, instead: 'test cluster' },

  // Words for HTTP.
  { pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, respond', except: /known[- ]answers?/gi },
  { pattern: /[a-z]Answer|[aA]nswer(s|ed)?[A-Z]|ANSWER_|_ANSWER/, instead: 'response, respond' },
  { pattern: /\blets? \w+ in\b|\blet(ting)? in\b/i, instead: 'accept' },
  {
    pattern: /\brefus(e|es|ed|ing|als?)\b/i,
    instead: 'reject; deny, for consent',
    except: /ECONNREFUSED|connections? (is |was |are )?refused|connection refused|\w+_refused|refused_\w+/gi,
  },
  { pattern: /[a-z]Refus(e|al)|[rR]efus(e|es|ed|al)[A-Z]|REFUS[A-Z]+_|_REFUS/, instead: 'reject; deny, for consent' },

  // Home-made terms.
  { pattern: /\brooms?\b|hasRoom/i, instead: 'capacity, limit, space' },
  { pattern: /\bgather(s|ed|ing)?\b/i, instead: 'collect', except: /asyncio\.gather/g },
  { pattern: /\bset(s|ting)? aside\b/i, instead: 'archive' },
  { pattern: /\b(take|takes|taking|took|taken) away\b/i, instead: 'remove' },
  { pattern: /\bsigns? of life\b/i, instead: 'health check' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\bmistakes?\b/i, instead: 'bug, error' },
  { pattern: /\btraces? of (a|the) user\b/i, instead: 'personal data' },
  { pattern: /\bfigures\b/i, instead: 'metrics, numbers' },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\bin vain\b/i, instead: 'without success, timed out' },

  // Persons.
  { pattern: /\b(some|no|any|every)body\b/i, instead: 'the role: user, owner, administrator, caller' },
  { pattern: /\ba person\b/i, instead: 'the role: user, owner, administrator, caller' },

  // Old-fashioned words.
  {
    pattern: /\b(anew|afresh|whoever|whom|thereby|herewith|thereof|therein|whereupon|wherein)\b/i,
    instead: 'plain English',
  },
  { pattern: /\bshall\b/i, instead: 'must, or the present tense' },
  { pattern: /\bmeanwhile\b/i, instead: 'the event that it stands for' },
  { pattern: /\bof which\b/i, instead: 'two sentences' },
  { pattern: /\bby then\b/i, instead: 'the time that it stands for' },
  { pattern: /\bas long as it takes\b/i, instead: 'until, without a time limit' },
  { pattern: /\bat once\b/i, instead: 'immediately, concurrently, together' },
  { pattern: /\bagain and again\b/i, instead: 'repeatedly' },
];

export const EXEMPTIONS: readonly Exemption[] = [
  { path: /^deploy\/local\/src\/words\//, reason: 'the rules themselves' },
  { path: /(^|\/)setting-names(\.test)?\.ts$/, reason: 'old names of settings, which are accepted for one release' },
  {
    path: /^(CHANGELOG\.md|docs\/deploying\.md)$/,
    text: /MOST_CALLS_AT_ONCE|STOP_WITHIN_MS|DRAIN_WAIT_MS/g,
    reason: 'old names of settings',
  },
  { path: /^deploy\/local\/examples\//, reason: 'example data' },
  { path: /^proto\/src\/gen\//, reason: 'generated from the contracts' },
  {
    path: /^(proto\/api-reference\.json$|gateway\/src\/openapi\/)/,
    text: /(OAuth|oauth)?Refused\b|\boauthRefused\b/g,
    reason: 'names in the published API reference',
  },
  {
    path: /^(services\/(accounts|site)|gateway\/src\/features\/oauth-tokens|test)\//,
    text: /'refused?'|"refused":|\brefused?:|\.refused\b|[:`/=]refused\b|refused-calls|\brefused\b(?=[,}\]): ])|-refused\b|→ refused\b|to refused\b|=refuse\b|"refuse"|'?refuse'?(?=\))/g,
    reason: 'stored states and counters, form values, page addresses and events, which are data',
  },
  { path: /^deploy\/helm\//, text: /withinMs/g, reason: 'old names of values, which are accepted for one release' },
  { path: /^docs\/settings\.md$/, text: /MOST_\w+|STOP_WITHIN_MS|DRAIN_WAIT_MS/g, reason: 'old names of settings' },
  { path: /(^|\/)(locales\/(fr|de)\/)/, text: /\be-mails?\b/gi, reason: 'French and German' },
  { path: /^pnpm-lock\.yaml$/, reason: 'generated' },
];
