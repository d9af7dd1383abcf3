import { type UseMutationOptions, type UseMutationResult, useMutation as useAny } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { authInWords, isOffline, isOver } from './auth-words.ts'
import { lookAtDoor } from './door.ts'
import { Failure } from './failure.ts'
import { useIsOnline } from './server.ts'

/** The library's hook, but an error about a lost connection is cleared when the connection is back. */
export function useMutation<Data = unknown, Failed = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failed, Variables, Context>,
): UseMutationResult<Data, Failed, Variables, Context> {
  const mutation = useAny(options)
  const isOnline = useIsOnline()
  const { error, reset } = mutation
  useEffect(() => {
    // Only a reconnection clears it: if the connection was never lost, the error belongs to this request.
    if (isOnline) return
    return () => {
      if (error instanceof Failure && error.isOffline) reset()
    }
  }, [isOnline, error, reset])
  return mutation
}

interface Attempt {
  isBusy: boolean
  problem: string | null
  /** Runs the request and resolves to whether it succeeded. */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

interface State {
  isBusy: boolean
  problem: string | null
  /** Whether the problem is a lost connection; it is cleared when the connection is back. */
  isConnectionLost: boolean
}

const idle: State = { isBusy: false, problem: null, isConnectionLost: false }

/** `inWords` is for forms whose messages differ from the general ones. */
export function useAttempt(inWords: (error: unknown) => string = authInWords): Attempt {
  const [{ isBusy, problem, isConnectionLost }, setState] = useState(idle)
  const isOnline = useIsOnline()
  useEffect(() => {
    if (isOnline || !isConnectionLost) return
    return () => setState(idle)
  }, [isOnline, isConnectionLost])
  return {
    isBusy,
    problem,
    clear: () => setState(idle),
    attempt: async (run) => {
      setState({ ...idle, isBusy: true })
      try {
        await run()
        setState(idle)
        return true
      } catch (error) {
        setState({ isBusy: false, problem: inWords(error), isConnectionLost: isOffline(error) })
        if (isOver(error)) void lookAtDoor()
        return false
      }
    },
  }
}

/** Returns the data of the auth client, or throws its error. */
export function orThrow<Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] {
  if (answer.error) throw answer.error
  return answer.data
}
