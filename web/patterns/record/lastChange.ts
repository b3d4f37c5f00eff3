interface ChangedReply {
  readonly version: number;
  readonly changedby: string;
  readonly changedat: string;
}

/** The version of a record, and who changed it last and when, as a form needs them. */
export const lastChange = ({ version, changedby, changedat }: ChangedReply) => ({
  version,
  changedBy: changedby,
  changedAt: changedat,
});
