import { BadConfig, type Config } from '#server/app/config/config.ts'
import { PacksNotBuilt } from '#server/features/packs/service.ts'
import { SiteNotBuilt } from '#server/features/pages/manifest.ts'
import { MasterKeyError } from '#server/lib/crypto/master-key.ts'
import { DatabaseSetupError, DataFolderInUse } from '#server/lib/db/database.ts'
import { WrongEncryptionKey } from './sealing.ts'

type SystemError = Error & { code?: string; syscall?: string; path?: string }

/** Why the server did not start, in sentences for the operator; null for what only a maintainer can read. */
export function startSentence(error: unknown, config: Config | null): string | null {
  if (error instanceof BadConfig) return error.message
  if (error instanceof SiteNotBuilt || error instanceof PacksNotBuilt) return error.message
  if (error instanceof DataFolderInUse || error instanceof DatabaseSetupError) return error.message
  if (error instanceof WrongEncryptionKey || error instanceof MasterKeyError) return error.message
  const { code, syscall, path } = error as SystemError
  if (syscall === 'listen' && config) return listenSentence(code, config)
  if (path && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) {
    return `DATA_DIR cannot be used: ${path} cannot be written (${code}).`
  }
  return null
}

function listenSentence(code: string | undefined, config: Config): string {
  const { host, port } = config
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is taken by another program: stop it, or set PORT to a free one.`
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be opened by this user: set PORT to one above 1023.`
  }
  return `Nothing can listen at HOST ${host} (${code}): set HOST to an address of this machine.`
}
