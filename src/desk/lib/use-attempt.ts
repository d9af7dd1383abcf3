import { useEffect, useState } from 'react'
import { authInWords, isOffline, isOver } from './auth-words.ts'
import { useIsOnline } from './connection.ts'
import { lookAtDoor } from './door.ts'

/** Something that a form tries with the server: whether it is under way, and what went wrong. */
interface Attempt {
  isBusy: boolean
  problem: string | null
  /** Runs it; resolves to whether it went well. Whatever was typed is kept nowhere. */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

interface State {
  isBusy: boolean
  problem: string | null
  /** Then it is no longer true when the line is back. */
  isForWantOfALine: boolean
}

const atRest: State = { isBusy: false, problem: null, isForWantOfALine: false }

/** `inWords` where a form can say better than the table of all refusals what went wrong. */
export function useAttempt(inWords: (error: unknown) => string = authInWords): Attempt {
  const [{ isBusy, problem, isForWantOfALine }, setState] = useState(atRest)
  const isOnline = useIsOnline()
  useEffect(() => {
    if (isOnline || !isForWantOfALine) return
    return () => setState(atRest)
  }, [isOnline, isForWantOfALine])
  return {
    isBusy,
    problem,
    clear: () => setState(atRest),
    attempt: async (run) => {
      setState({ ...atRest, isBusy: true })
      try {
        await run()
        setState(atRest)
        return true
      } catch (error) {
        setState({ isBusy: false, problem: inWords(error), isForWantOfALine: isOffline(error) })
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
