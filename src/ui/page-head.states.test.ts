import { heading, offers, says } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import type { states } from './page-head.states.tsx'

seeStates<typeof states>('ui/page-head', {
  plain: [heading('Six services behind your customers')],
  'with-figures': [offers('Book a call'), says('24 h')],
  'with-drawings': [says('Beside'), says('Below')],
  'long-words': [heading(/^Donau/)],
})
