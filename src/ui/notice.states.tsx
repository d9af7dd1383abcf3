import { Button } from './button.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { Notice } from './notice.tsx'
import { arabic, unbreakable } from './sample-words.ts'

export const states = {
  'in-the-page': {
    draw: () => (
      <Notice title="This part did not load" text="The connection was lost on the way.">
        <Button>Try again</Button>
      </Notice>
    ),
  },
  floating: {
    draw: () => <Notice floating title="Your message was not sent" text="It is still in the form." />,
  },
  'long-words': { draw: () => <Notice title={unbreakable} text={unbreakable} /> },
  'right-to-left': { draw: () => <Notice title={arabic} text={arabic} /> },
} satisfies DrawnStates
