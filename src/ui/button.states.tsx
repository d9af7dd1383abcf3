import { Button, buttonLook } from './button.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { arabic } from './sample-words.ts'

export const states = {
  plain: { draw: () => <Button>Choose a time</Button> },
  signal: { draw: () => <Button look="signal">Book a call</Button> },
  small: {
    draw: () => (
      <>
        <Button size="small">Undo</Button>{' '}
        <Button size="small" look="signal">
          Confirm 14:20
        </Button>
      </>
    ),
  },
  disabled: {
    draw: () => (
      <>
        <Button disabled>Sending…</Button>{' '}
        <Button disabled look="signal">
          Sending…
        </Button>
      </>
    ),
  },
  link: {
    draw: () => (
      <a className={buttonLook('signal')} href="#there">
        To the bookings
      </a>
    ),
  },
  'long-words': {
    draw: () => <Button look="signal">{'Confirm the time that they ask for, '.repeat(3)}</Button>,
  },
  'right-to-left': { draw: () => <Button>{arabic}</Button> },
} satisfies DrawnStates
