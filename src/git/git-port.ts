/** The door to Git remotes: what a push needs and what it tells, without a word about how it is done. */
export interface GitPort {
  /** Makes the directory of a branch hold exactly the given files, in one commit or in none. */
  push(request: PushRequest): Promise<PushResult>;
  /** Asks the remote whether the credentials may push, and where the repository really lives. */
  probe(remote: GitRemote): Promise<ProbeResult>;
}

/** User name and token of a remote, in the clear: made just before use and never kept. */
export interface GitCredentials {
  readonly username: string;
  readonly password: string;
}

/** A repository and the right to use it. */
export interface GitRemote {
  readonly url: string;
  readonly credentials?: GitCredentials | undefined;
}

/** A name and address as a commit shows them. */
export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** All that one push is made of. */
export interface PushRequest {
  readonly remote: GitRemote;
  readonly branch: string;
  /** Path of the directory that the files own, with `/` and neither at the start nor at the end. */
  readonly directory: string;
  /** The files by path below the directory. */
  readonly files: ReadonlyMap<string, string>;
  readonly manifest: ManifestRule;
  readonly message: string;
  readonly author: GitIdentity;
  readonly authoredAt: Date;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
}

/** The file that tells whose a directory is, and how to read it. */
export interface ManifestRule {
  readonly path: string;
  /** Whose files are to be pushed. */
  readonly owner: string;
  /** Whom a file of the repository names as owner; undefined for one that is no manifest. */
  readonly ownerOf: (text: string) => string | undefined;
}

/** How far a push has come; `done` of `total` objects, or bytes for `upload`. */
export interface PushProgress {
  readonly phase: 'resolve' | 'hash' | 'pack' | 'upload' | 'done';
  readonly done: number;
  readonly total: number;
}

/** The branch's tip after the push: the new commit, or the present one where nothing had changed. */
export interface PushResult {
  readonly changed: boolean;
  readonly commit: PushedCommit;
}

/** What is shown of a commit. */
export interface PushedCommit {
  readonly oid: string;
  readonly message: string;
  readonly authoredAt: Date;
}

/** What a connection test finds. */
export interface ProbeResult {
  /** The URL that the repository answers at without a redirect. */
  readonly url: string;
  /** The branches that exist, sorted. */
  readonly branches: readonly string[];
}
