import { parse } from '@babel/parser';

/** A small bug: the source from `start` to `end` (exclusive) is replaced. */
export type Mutant = { file: string; line: number; start: number; end: number; original: string; replacement: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
type Edit = { start: number; end: number; replacement: string };

const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
};

// Not mutated, because tests need not check them: logs, metrics, traces and error texts.
const NOT_BEHAVIOR = /^(await )?(\w+\.)*(log|logger|metrics?|span|tracer|process\.std\w+)\b/;
const NO_VALUES = /^(Import|Export(All|Named)Declaration.*source|TS(Type|Interface)|ThrowStatement)/;

/** Returns every mutant that the operators below can create from a source file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] });
  const edits: Edit[] = [];
  visit(program as unknown as Node, source, edits);
  return edits.map(({ start, end, replacement }) => ({
    file,
    line: source.slice(0, start).split('\n').length,
    start,
    end,
    original: source.slice(start, end),
    replacement,
  }));
}

function visit(node: Node, source: string, edits: Edit[]): void {
  if (NO_VALUES.test(node.type)) return;
  const text = source.slice(node.start, node.end);
  if (node.type === 'ExpressionStatement' && NOT_BEHAVIOR.test(text)) return;
  edits.push(...editsOf(node, text, source));
  for (const value of mutatedParts(node, source)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, source, edits);
  }
}

function mutatedParts(node: Node, source: string): unknown[] {
  if (isTypeDefault(node, source)) return [node.left];
  if (isSign(node, source)) return [node.test];
  if (node.type === 'ArrayPattern') return (node.elements as Node[]).map(withoutDefault);
  return Object.values(node);
}

/** The default in `const [first = 0] = list` usually exists only for the type checker, too. */
function withoutDefault(element: Node | null): unknown {
  return element?.type === 'AssignmentPattern' ? element.left : element;
}

/** Whether the node is the `a < b ? -1 : 1` of a comparison function. Sorting uses only the sign, not the number. */
function isSign({ type, consequent, alternate }: Node, source: string): boolean {
  if (type !== 'ConditionalExpression') return false;
  const [first, second] = [consequent as Node, alternate as Node].map(({ start, end }) => source.slice(start, end));
  return first === '-1' && /^(1|Number\(.*\))$/.test(second ?? '');
}

/** Whether a node is `list[0] ?? x` or `list.at(0) ?? x`, whose default usually exists only for the type checker. */
function isTypeDefault({ operator, left }: Node, source: string): boolean {
  if (operator !== '??') return false;
  const { start, end } = left as Node;
  return /\]$|\.at\([^()]*\)$/.test(source.slice(start, end));
}

function editsOf(node: Node, text: string, source: string): Edit[] {
  const replace = (replacement: string, { start, end }: { start: number; end: number } = node) => [
    { start, end, replacement },
  ];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(node, source);
    case 'IfStatement':
      return replace('false', node.test as Node);
    case 'ConditionalExpression': {
      const test = node.test as Node;
      return replace(`!(${source.slice(test.start, test.end)})`, test);
    }
    case 'UnaryExpression':
      return node.operator === '!' ? replace(text.slice(1)) : [];
    case 'BooleanLiteral':
      return replace(String(!node.value));
    case 'NumericLiteral':
      return replace(node.value === 0 ? '1' : `(${text} * 100)`);
    case 'ExpressionStatement':
      return isEffect(node.expression as Node) ? replace(';') : [];
    case 'CallExpression':
      return (node.arguments as Node[]).flatMap((argument) => removedProperties(argument, source));
    case 'TemplateElement':
      return text.includes('redis.call(') ? scriptEdits(node.start, text) : [];
    default:
      return [];
  }
}

function swapOperator(node: Node, source: string): Edit[] {
  const [left, right] = [node.left as Node, node.right as Node];
  const opposite = OPPOSITE[String(node.operator)];
  const isText = [left, right].some(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral');
  if (!opposite || (node.operator === '+' && isText)) return [];
  const between = source.slice(left.end, right.start);
  const start = left.end + between.indexOf(String(node.operator));
  return [{ start, end: start + String(node.operator).length, replacement: opposite }];
}

const isEffect = ({ type }: Node) => /^(Await|Call|Assignment|Update)Expression$/.test(type);

/** A condition of a query or an option of a function that is missing. */
function removedProperties(argument: Node, source: string): Edit[] {
  if (argument.type !== 'ObjectExpression') return [];
  return (argument.properties as Node[]).map(({ start, end }) => {
    const comma = /^\s*,/.exec(source.slice(end))?.[0].length ?? 0;
    return { start, end: end + comma, replacement: '' };
  });
}

/** Mutants of a Lua script: a missing command, a comparison at its limit, a lifetime 100 times as long. */
function scriptEdits(offset: number, text: string): Edit[] {
  const edits: Edit[] = [];
  const add = (pattern: RegExp, replacement: (match: string) => string) => {
    for (const match of text.matchAll(pattern)) {
      const start = offset + match.index;
      edits.push({ start, end: start + match[0].length, replacement: replacement(match[0]) });
    }
  };
  add(/^ *(if [^\n]* then )?redis\.call\([^\n]*$/gm, () => '');
  add(
    /(?<= )(<=|>=|<|>|==|~=)(?= )/g,
    (operator) => ({ '==': '~=', '~=': '==' })[operator] ?? (OPPOSITE[operator] as string),
  );
  add(/(?<=[ (])\d+(?=[ ),])/g, (number) => (number === '0' ? '1' : `${number}00`));
  add(/(?<= )[+-](?= )/g, (operator) => OPPOSITE[operator] as string);
  return edits;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
