import { type UseMutationOptions, type UseMutationResult, useMutation as useAny } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from './connection.ts'
import { Failure } from './failure.ts'

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
