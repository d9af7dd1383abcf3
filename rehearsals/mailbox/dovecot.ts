import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tools/testing/free-port.ts'

/** Starts an IMAP server on this machine with one mailbox, and returns functions that change the mailbox. */
export async function startDovecot(username: string, password: string) {
  const folder = mkdtempSync(join(tmpdir(), 'backline-dovecot-'))
  const inbox = join(folder, 'mail')
  for (const name of ['new', 'cur', 'tmp']) mkdirSync(join(inbox, name), { recursive: true })
  // Dovecot refuses mailboxes of root.
  const isRoot = userInfo().uid === 0
  const [user, uid, gid] = isRoot ? ['nobody', 65_534, 65_534] : [userInfo().username, userInfo().uid, userInfo().gid]
  if (isRoot) for (const name of ['', 'new', 'cur', 'tmp']) chownSync(join(inbox, name), uid, gid)
  chmodSync(folder, 0o755)
  const port = await freePort()
  const settings = join(folder, 'dovecot.conf')
  writeFileSync(
    settings,
    `base_dir = ${folder}/run
     log_path = ${folder}/log
     protocols = imap
     listen = 127.0.0.1
     ssl = no
     disable_plaintext_auth = no
     ${isRoot ? '' : `default_internal_user = ${user}\ndefault_login_user = ${user}\ndefault_internal_group = ${gid}`}
     first_valid_uid = 1
     mail_location = maildir:${inbox}
     passdb {\n driver = static\n args = user=${username} password=${password}\n }
     userdb {\n driver = static\n args = uid=${uid} gid=${gid} home=${folder}\n }
     service anvil {\n chroot =\n }
     service imap-login {\n chroot =\n inet_listener imap {\n port = ${port}\n }\n inet_listener imaps {\n port = 0\n }\n }`,
  )
  let child: ChildProcess
  async function start() {
    child = spawn('/usr/sbin/dovecot', ['-F', '-c', settings], { stdio: 'inherit' })
    for (;;) {
      const socket = connect(port, '127.0.0.1')
      const greeting = await once(socket, 'data').catch(() => null)
      socket.destroy()
      if (greeting) return
      if (child.exitCode !== null) throw new Error(`Dovecot exited with ${child.exitCode}`)
      await sleep(50)
    }
  }
  async function stop() {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  await start()
  let count = 0
  return {
    port,
    start,
    stop,
    /** Delivers an email as a mail server does. */
    deliver(file: Buffer | string) {
      const name = `${1_700_000_000 + ++count}.test`
      writeFileSync(join(inbox, 'tmp', name), file)
      renameSync(join(inbox, 'tmp', name), join(inbox, 'new', name))
    },
    /** Returns the flags of all emails that Dovecot has seen, such as `S` for an email that was read. */
    flags: () => readdirSync(join(inbox, 'cur')).map((name) => name.split(',')[1] ?? ''),
    /** Lets Dovecot number the emails again, under another UIDVALIDITY. */
    async renumber() {
      await stop()
      for (const name of readdirSync(inbox)) if (name.startsWith('dovecot')) rmSync(join(inbox, name))
      await start()
    },
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
