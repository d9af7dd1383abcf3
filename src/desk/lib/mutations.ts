import { type UseMutationOptions, type UseMutationResult, useMutation as useAny } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { authErrorMessage, isOffline, isSessionOver } from './auth-words.ts'
import { refreshAuthState } from './door.ts'
import { Failure } from './failure.ts'
import { useIsOnline } from './server.ts'

/** The library's hook, with one addition: an error about a lost connection is cleared when the connection is back. */
export function useMutation<Data = unknown, Failed = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failed, Variables, Context>,
): UseMutationResult<Data, Failed, Variables, Context> {
  const mutation = useAny(options)
  const isOnline = useIsOnline()
  const { error, reset } = mutation
  useEffect(() => {
    // Only a reconnection clears the error. If the connection was never lost, the error has another cause.
    if (isOnline) return
    return () => {
      if (error instanceof Failure && error.isOffline) reset()
    }
  }, [isOnline, error, reset])
  return mutation
}

interface RequestAttempt {
  isBusy: boolean
  problem: string | null
  /** Runs the request. Resolves to true if the request succeeded. */
  attempt: (run: () => Promise<unknown>) => Promise<boolean>
  clear: () => void
}

interface AttemptState {
  isBusy: boolean
  problem: string | null
  /** True if the connection was lost and is not back yet. */
  isConnectionLost: boolean
}

const idle: AttemptState = { isBusy: false, problem: null, isConnectionLost: false }

/** `inWords` returns the message for an error. Some forms have their own messages. */
export function useAttempt(inWords: (error: unknown) => string = authErrorMessage): RequestAttempt {
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
        if (isSessionOver(error)) void refreshAuthState()
        return false
      }
    },
  }
}

/** Returns the data of the auth client's response, or throws its error. */
export function authDataOrThrow<Answer extends { data: unknown; error: Error | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>['data'] {
  if (answer.error) throw answer.error
  return answer.data
}
