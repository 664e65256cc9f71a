-- Progress is followed by the jobs that changed since a revision.
CREATE INDEX jobs_revision ON jobs (revision);
