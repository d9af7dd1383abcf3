import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readTexts, type Text, type TextKind } from './texts.ts'

/**
 * Phrases that a native engineer would not write, each with a replacement and the kinds of text in which the phrase is
 * wrong. Lists only patterns with very few false positives; CONTRIBUTING has the ten rules behind these patterns.
 */
const prose: readonly TextKind[] = ['comment', 'document', 'error', 'log', 'string', 'subject', 'title']
const words: readonly TextKind[] = ['document', 'string', 'subject', 'title']
export const phrases: readonly [kinds: readonly TextKind[], pattern: RegExp, write: string][] = [
  [prose, /\bwho(?:so)?ever\b|\b(?:some|any|every)body\b/i, 'name who acts: visitor, host, member, anyone'],
  [prose, /(?:^|[.;] |\b(?:for|to|by|than|of) )who (?!else\b)(?!.*\?)[a-z]+/i, 'name who acts: visitor, host, member'],
  [prose, /\bmeanwhile\b|\banew\b|\bwhence\b|\bany more\b/i, 'in the meantime, again, from where, no longer'],
  [prose, /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|matter|less|different|[a-z]+er )[a-z]/i, 'is not a …'],
  [
    prose,
    /\bst(?:ands?|ood) (?:in|on|at|here|there|beside|below|above)\b|\blies? (?:in|under|at|beside|with)\b/i,
    'is',
  ],
  [prose, /\b(?:is|are|was|were|be|been) told\b(?! (?:apart|to)\b)|\bhears? of\b/i, 'is notified, learns'],
  [prose, /\b[a-z]+ of (?:its|their|your|our|his) own\b|\bof (?:ours|theirs)\b/i, 'its own …, our …'],
  [prose, /\bby (?:itself|themselves)\b/i, 'automatically, on its own'],
  [prose, /\bwhat (?:became|becomes|comes|came) of\b/i, 'the outcome of'],
  [prose, /\bmend(?:s|ed|ing)?\b|\bcall(?:ed|s)? off\b|\bt(?:ake|akes|aken|ook) along\b/i, 'fix, cancel, download'],
  [
    prose,
    /(?<!-)\be-mails?\b|\btelephone[ds]?\b|\b(?:colour|behaviour|licence|favour|neighbour|catalogue)(?!\/)/i,
    'American spelling',
  ],
  [words, /\bfree times?\b|\bat the desk\b/i, 'available times, in the desk'],
  [['string'], /\bcould not be fetched\b|\bdid not arrive\b/i, 'could not be loaded'],
  [
    ['string'],
    /^(?:Not now|Leave it|Go on|Take it|Give to|Open again|Look again|I have it)$/,
    'a verb; Cancel is Cancel',
  ],
  [['comment'], /^(?:What|Who|Whose|Of|Nor|That which|Those)\b(?!.*\?$)/, 'begin with a noun or a verb'],
  [
    ['title'],
    /^(?:that|of|whose|which|as|by|because|and|or|nor|to|for|where|what|who|past|than)\b/i,
    'begin with a verb',
  ],
  [['log', 'error'], /^(?:a|an|the|something|what)\b/, 'no article first'],
]
/** The name of a type has one meaning, so at most this many files may declare it. */
const declarations = 3

export type Finding = { path: string; line: number; text: string; write: string }

export const checkText = ({ kind, text }: Pick<Text, 'kind' | 'text'>): string[] =>
  phrases.filter(([kinds, pattern]) => kinds.includes(kind) && pattern.test(text)).map(([, , write]) => write)

/** Downloads use a separate voice, and the letters in them are business letters. */
const isChecked = (path: string) =>
  /\.(tsx?|mts|sql|md)$/.test(path) && !/^(made|makers\/packs\/texts)\/|\.d\.ts$/.test(path)

/** Returns the findings in all files that Git knows in the working tree. */
export function checkEnglish(root: string): Finding[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const types = new Map<string, string[]>()
  const findings = listed
    .toString()
    .split('\n')
    .filter(isChecked)
    .flatMap((path) =>
      readTexts(root, path).flatMap((text) => {
        if (text.kind === 'type') types.set(text.text, [...(types.get(text.text) ?? []), path])
        return checkText(text).map((write) => ({ path, line: text.line, text: text.text, write }))
      }),
    )
  const vague = [...types].filter(([, paths]) => paths.length > declarations)
  return [
    ...findings,
    ...vague.map(([text, paths]) => ({
      path: paths.join(', '),
      line: 0,
      text,
      write: 'a specific name each',
    })),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const findings = checkEnglish(process.cwd())
  for (const { path, line, text, write } of findings)
    console.error(`${path}:${line}: ${text.slice(0, 100)}\n  write: ${write}`)
  console.log(`${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
