import { Blank } from './blank.tsx'
import { Button } from './button.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'

export const states = {
  empty: {
    draw: () => <Blank title="No bookings" text="As soon as somebody asks for a call, it stands here." />,
  },
  error: {
    draw: () => (
      <Blank isAlert title="The list could not be fetched" text="No connection. What you see may be old.">
        <Button look="signal">Try again</Button>
        <Button>Back to the list</Button>
      </Blank>
    ),
  },
  'long-words': { draw: () => <Blank title={unbreakable} text={unbreakable} /> },
  'right-to-left': { draw: () => <Blank title={arabic} text={arabic} /> },
} satisfies DrawnStates
