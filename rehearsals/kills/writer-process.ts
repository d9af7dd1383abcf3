import { ChildProgram } from '#rehearsals/program.ts'
import { compileProgram } from '#server/lib/shared-test-resources.ts'

const writer = await compileProgram(new URL('./booking-writer.ts', import.meta.url))

/** Starts `booking-writer.ts` in a separate process. */
export const startServer = (
  dataDir: string,
  mode: 'busy' | 'idle' | 'leave' | 'fall',
  account: { uid?: number; gid?: number } = {},
): ChildProgram => new ChildProgram(process.execPath, [writer, dataDir, mode], { ...account, cwd: '/' })
