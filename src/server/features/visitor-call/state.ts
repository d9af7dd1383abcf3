import type { Call, State } from './types.ts'

const day = 24 * 3600 * 1000

export function stateOf(call: Call, now: number): State {
  switch (call.status) {
    case 'new':
      return 'asked'
    case 'confirmed':
      if (call.ends <= now) return 'passed'
      return call.proposed === null ? 'confirmed' : 'proposed'
    case 'no-show':
      return 'missed'
    case 'unknown':
      return 'unclear'
    case 'held':
    case 'cancelled':
      return call.status
  }
}

/** Whether the visitor may still propose another time or cancel. */
export const isOpen = (state: State): boolean => ['asked', 'confirmed', 'proposed'].includes(state)

/** The promised time of the answer: a day after the request, the proposal, or the reopening. */
export function answerDue({ received, answered, changed, proposedAt }: Call): number {
  return (proposedAt ?? (answered === null ? received : (changed ?? answered))) + day
}

/** A stop on the way of a request: done, present, next, or an early end. */
export interface Stop {
  what: 'asked' | 'answered' | 'answer' | 'call' | 'talked' | 'missed' | 'passed' | 'cancelled'
  at: number | null
  is: 'done' | 'now' | 'next' | 'end'
}

/** The known stops on the way from the request to the call. */
export function stopsOf(call: Call, state: State): Stop[] {
  const asked: Stop = { what: 'asked', at: call.received, is: 'done' }
  const answered: Stop = { what: 'answered', at: call.answered, is: 'done' }
  const answer: Stop = { what: 'answer', at: answerDue(call), is: 'now' }
  const talk = (is: Stop['is'], what: Stop['what'] = 'call'): Stop => ({ what, at: call.starts, is })
  switch (state) {
    case 'asked':
      return [asked, answer, talk('next')]
    case 'confirmed':
      return [asked, answered, talk('now')]
    case 'proposed':
      return [asked, answered, answer, talk('next')]
    case 'passed':
      return [asked, answered, talk('done', 'passed')]
    case 'held':
      return [asked, answered, talk('done', 'talked')]
    case 'missed':
      return [asked, answered, talk('end', 'missed')]
    case 'unclear':
      return [asked]
    case 'cancelled':
      return [asked, { what: 'cancelled', at: call.changed, is: 'end' }]
  }
}
