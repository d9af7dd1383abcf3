import { Button } from './button.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { PageHead } from './page-head.tsx'
import { unbreakable } from './sample-words.ts'

const words = {
  eyebrow: 'Services',
  title: 'Six services behind your customers',
  lede: 'From the first request to the proposal, and on to the handover.',
}

export const states = {
  plain: { draw: () => <PageHead {...words} /> },
  'with-figures': {
    draw: () => (
      <PageHead {...words} figures={[{ value: '24 h', label: 'until an answer' }]}>
        <Button look="signal">Book a call</Button>
      </PageHead>
    ),
  },
  'with-drawings': { draw: () => <PageHead {...words} beside={<p>Beside</p>} below={<p>Below</p>} /> },
  'long-words': { draw: () => <PageHead eyebrow={unbreakable} title={unbreakable} lede={unbreakable} /> },
} satisfies DrawnStates
