import { documents } from './documents.ts'

/** What happens with what is typed, in one line of both forms. */
export const formNotice = {
  text: 'We use this to answer you, for nothing else. What we keep, and how long:',
  link: documents.privacy,
} as const
