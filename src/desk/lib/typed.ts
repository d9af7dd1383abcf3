import { queryClient } from './query-client.ts'

/*
 * What was typed and not yet sent, such as a search or a note. It may name a person, so it is kept in memory alone,
 * among the answers, which are forgotten when somebody signs out.
 */
const first = 'typed'
queryClient.setQueryDefaults([first], { gcTime: Number.POSITIVE_INFINITY })

export const typedIn = (place: string): string => queryClient.getQueryData<string>([first, place]) ?? ''

export const keepTyped = (place: string, text: string): void => {
  queryClient.setQueryData([first, place], text)
}
