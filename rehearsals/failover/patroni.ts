import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tools/testing/free-port.ts'
import { idsOf } from '#tools/testing/postgres-server.ts'

/** Where Debian puts it. */
const control = '/usr/bin/patronictl'

interface Node {
  name: string
  port: number
  file: string
  data: string
  child: ChildProcess
}

/**
 * A cluster of three PostgreSQL servers that Patroni looks after by etcd, in synchronous mode. `times` are Patroni's
 * ttl, loop_wait and retry_timeout, in seconds.
 */
export async function startCluster(folder: string, times: [number, number, number]) {
  const account: Partial<ReturnType<typeof idsOf>> = process.getuid?.() === 0 ? idsOf('postgres') : {}
  const own = (path: string) => {
    mkdirSync(path)
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid)
    return path
  }
  const run = (program: string, args: string[], home: string) => {
    const log = openSync(join(home, 'log'), 'a')
    return spawn(program, args, { ...account, cwd: home, stdio: ['ignore', log, log], detached: true })
  }

  const [client, peer] = [await freePort(), await freePort()]
  const etcdHome = own(join(folder, 'etcd'))
  const at = (port: number) => `http://127.0.0.1:${port}`
  const etcdPlaces = {
    'data-dir': join(etcdHome, 'data'),
    'listen-client-urls': at(client),
    'advertise-client-urls': at(client),
    'listen-peer-urls': at(peer),
    'initial-advertise-peer-urls': at(peer),
    'initial-cluster': `default=${at(peer)}`,
  }
  const etcd = run(
    '/usr/bin/etcd',
    Object.entries(etcdPlaces).map(([key, value]) => `--${key}=${value}`),
    etcdHome,
  )

  const nodes: Node[] = []
  const start = async (name: string): Promise<Node> => {
    const known = nodes.find((node) => node.name === name)
    if (known) {
      known.child = run('/usr/bin/patroni', [known.file], folder)
      return known
    }
    const home = own(join(folder, name))
    const [port, rest] = [await freePort(), await freePort()]
    const file = join(home, 'patroni.yml')
    const data = join(home, 'data')
    writeFileSync(file, configuration({ name, home, data, port, rest, etcd: client, times }))
    const node = { name, port, file, data, child: run('/usr/bin/patroni', [file], home) }
    nodes.push(node)
    return node
  }
  for (const name of ['one', 'two', 'three']) await start(name)

  const members = () => {
    const file = nodes[0]?.file ?? ''
    const { stdout } = spawnSync(control, ['-c', file, 'list', '-f', 'json'], {
      encoding: 'utf8',
    })
    try {
      return JSON.parse(stdout) as { Member: string; Role: string; State: string }[]
    } catch {
      return []
    }
  }
  const roles = () =>
    members()
      .filter(({ State }) => ['running', 'streaming'].includes(State))
      .map(({ Role }) => Role)
      .sort()
  const settled = async () => {
    while (roles().join() !== 'Leader,Replica,Sync Standby') await sleep(500)
  }
  const leader = () => {
    const name = members().find(({ Role }) => Role === 'Leader')?.Member
    const node = nodes.find((each) => each.name === name)
    if (!node) throw new Error('nobody leads')
    return node
  }
  const killNode = ({ child, data }: Node) => {
    child.kill('SIGKILL')
    const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    // Its processes end at once when it does.
    process.kill(postmaster, 'SIGKILL')
  }

  return {
    nodes,
    settled,
    leader,
    /** As a machine that is gone. */
    killNode,
    start,
    /** Gives the lead to the synchronous standby, as before work on the machine that leads. */
    switchOver(): void {
      const { file, name } = leader()
      const { status, stderr } = spawnSync(control, ['-c', file, 'switchover', '--master', name, '--force'], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
    },
    address: (user: string) =>
      `postgres://${user}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
    async stop() {
      for (const node of nodes) {
        if (node.child.exitCode !== null || node.child.signalCode !== null) continue
        node.child.kill('SIGTERM')
        await once(node.child, 'exit')
      }
      etcd.kill('SIGKILL')
    },
  }
}

function configuration(node: {
  name: string
  home: string
  data: string
  port: number
  rest: number
  etcd: number
  times: [number, number, number]
}): string {
  const [ttl, loop, retry] = node.times
  return `scope: backline
name: ${node.name}
restapi: { listen: '127.0.0.1:${node.rest}', connect_address: '127.0.0.1:${node.rest}' }
etcd3: { host: '127.0.0.1:${node.etcd}' }
bootstrap:
  dcs:
    ttl: ${ttl}
    loop_wait: ${loop}
    retry_timeout: ${retry}
    synchronous_mode: true
    failsafe_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_log_hints: 'on', max_connections: 60 }
  initdb: [ { encoding: UTF8 }, { locale: C }, { auth: trust } ]
  pg_hba: [ 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust' ]
postgresql:
  listen: 127.0.0.1:${node.port}
  connect_address: 127.0.0.1:${node.port}
  data_dir: ${node.data}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${node.home}/pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
  parameters: { unix_socket_directories: '${node.home}' }
`
}
