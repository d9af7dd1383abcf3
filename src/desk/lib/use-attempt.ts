import { useState } from 'react'
import { authInWords, isOver } from './auth-words.ts'
import { lookAtDoor } from './door.ts'

/** Something that a form tries with the server: whether it is under way, and what went wrong. */
interface Attempt {
  isBusy: boolean
  problem: string | null
  /** Runs it; resolves to whether it went well. Whatever was typed is kept nowhere. */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

/** `inWords` where a form can say better than the table of all refusals what went wrong. */
export function useAttempt(inWords: (error: unknown) => string = authInWords): Attempt {
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({
    isBusy: false,
    problem: null,
  })
  return {
    ...state,
    clear: () => setState({ isBusy: false, problem: null }),
    attempt: async (run) => {
      setState({ isBusy: true, problem: null })
      try {
        await run()
        setState({ isBusy: false, problem: null })
        return true
      } catch (error) {
        setState({ isBusy: false, problem: inWords(error) })
        if (isOver(error)) void lookAtDoor()
        return false
      }
    },
  }
}

/** What the auth client gives, or its error thrown. */
export function orThrow<Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] {
  if (answer.error) throw answer.error
  return answer.data
}
