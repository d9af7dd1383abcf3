import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#tools/testing/temporary-folder.ts'

/** Creates a folder that an unprivileged user can enter, because root runs PostgreSQL as that user. */
export async function openFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(temporaryFolder(), `backline-e2e-${name}-`))
  await chmod(folder, 0o755)
  return folder
}
