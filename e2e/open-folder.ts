import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '#tools/testing/temporary-folder.ts'

/** A new folder that the unprivileged user who runs PostgreSQL for root may enter. */
export async function openFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(temporaryFolder(), `backline-e2e-${name}-`))
  await chmod(folder, 0o755)
  return folder
}
