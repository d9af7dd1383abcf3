import { type UseMutationOptions, type UseMutationResult, useMutation as useAny } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline } from './connection.ts'
import { Failure } from './failure.ts'

/** As the library's; what failed for want of a connection says so no longer when it is back. */
export function useMutation<Data = unknown, Failed = Error, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failed, Variables, Context>,
): UseMutationResult<Data, Failed, Variables, Context> {
  const mutation = useAny(options)
  const isOnline = useIsOnline()
  const { error, reset } = mutation
  useEffect(() => {
    // Only the way back clears it: with the line up all the time, the failure is of this request alone.
    if (isOnline) return
    return () => {
      if (error instanceof Failure && error.isOffline) reset()
    }
  }, [isOnline, error, reset])
  return mutation
}
