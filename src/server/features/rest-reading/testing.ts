import { notesForTest as notesBehind } from '#server/lib/rest/testing.ts'
import { readingRoutes } from './routes.ts'

export const notesForTest = () => notesBehind(readingRoutes)
