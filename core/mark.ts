/**
 * The mark of a session that is about to get another id begins with this; the
 * time and the sealed new id follow. It ends nothing yet.
 */
export const CLAIMED = "claimed:";
