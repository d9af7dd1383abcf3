import { documents } from './documents.ts'

/** What happens with what is typed and how long it stays, in one line of both forms; it holds whatever the settings say. */
export const formNotice = {
  text: 'We use this to answer you, for nothing else. It is erased when you ask, or sooner. More:',
  link: documents.privacy,
} as const
