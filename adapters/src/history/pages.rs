//! Reading ranges of blocks page by page, so that no row is lost between two pages.
//!
//! A page with fewer rows than requested is the rest of the range. A full page may end within a block: the rows of its
//! last block are left out and read again by the next page, which begins with that block. Where one block fills a whole
//! page, further pages of that block alone are read, as far as the service allows; beyond that the block is a stated gap.
//! A service that does not manage a range in time gets a request for a part of it.

use ports::{
    Fact, RemoteError,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
    json::Json,
    source::NodeProblem,
};

use super::{
    PURPOSE,
    facts::facts,
    fields::RowFields,
    position::BlockPosition,
    rows::{ReportedRow, RowList, RowScope, UnusableRow, list},
};
use crate::{
    explorer::{AccountApi, PageError, PageOfBlocks},
    http_client::RequestContext,
};

/// By how much a range is narrowed within one call, each time that it is still too wide. Five failures in a row would
/// pause the host.
const NARROWINGS: [u64; 4] = [8; 4];
/// The same where the width was found by other pages.
const NARROWINGS_OF_KNOWN: [u64; 4] = [2, 8, 8, 8];
/// A page whose number of rows is a multiple of this may have been cut off by a smaller limit than the requested one.
const ROUND: usize = 50;

/// The limits of a service's lists.
pub(super) struct PagedLists {
    /// The number of rows per page.
    pub(super) rows: usize,
    /// The number of rows of one range that can be reached by pages.
    pub(super) window: usize,
}

/// A page that is being read.
struct PageRead<'a> {
    limits: &'a PagedLists,
    api: &'a AccountApi,
    request: &'a HistoryRequest,
    list: RowList,
    context: RequestContext,
}

/// A row as the service sent it, with its block.
type NumberedRow = (u64, Json);

/// The blocks that were read, how many at once were too many, and the rows.
type FirstPage = ((u64, u64), Option<u64>, Vec<NumberedRow>);

/// The rows of complete blocks.
struct WholeBlocks {
    rows: Vec<NumberedRow>,
    /// The last complete block.
    through: u64,
    /// The block of which not all rows could be read.
    full: Option<u64>,
}

impl PagedLists {
    /// Reads one page of a request.
    pub(super) async fn page(&self, api: &AccountApi, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let context = api.client.context(&request.account, PURPOSE);
        let list = list(request.stream).ok_or_else(|| unsupported(&context, "this list"))?;
        let read = PageRead {
            limits: self,
            api,
            request,
            list,
            context,
        };
        read.page().await
    }
}

impl PageRead<'_> {
    async fn page(&self) -> Result<HistoryPage, RemoteError> {
        let last = self.request.blocks.1;
        let position = BlockPosition::of(self.request);
        let position = position.ok_or_else(|| unsupported(&self.context, "a continuation of other blocks"))?;
        if position.from > last {
            return Err(unsupported(&self.context, "blocks that end before they begin"));
        }
        let (blocks, too_many, rows) = self.first_page(position, last).await?;
        let whole = self.whole_blocks(rows, blocks).await?;
        self.check_index(&whole)?;
        let gap = |block: u64| HistoryGap {
            kind: HistoryGapKind::FullBlock,
            blocks: Some((block, block)),
        };
        Ok(HistoryPage {
            markets: Vec::new(),
            through: Some(whole.through),
            continuation: BlockPosition::after(whole.through, blocks, last, too_many),
            total: None,
            gaps: whole.full.map(gap).into_iter().collect(),
            facts: self.facts(whole.rows)?,
        })
    }

    /// Reads the first page of a range, or of its beginning where the service does not manage all of it. Returns the
    /// blocks that were read, and how many at once were too many.
    async fn first_page(&self, position: BlockPosition, last: u64) -> Result<FirstPage, RemoteError> {
        let (from, mut to, mut too_many) = (position.from, position.end(last), position.too_many());
        let narrowings = if too_many.is_some() {
            NARROWINGS_OF_KNOWN
        } else {
            NARROWINGS
        };
        for narrowing in narrowings {
            match self.rows((from, to), 1).await {
                Err(PageError::TooWide(_)) if to > from => {
                    too_many = Some(to - from + 1);
                    to = from + (to - from) / narrowing;
                }
                read => return Ok(((from, to), too_many, read?)),
            }
        }
        Ok(((from, to), too_many, self.rows((from, to), 1).await?))
    }

    /// Reads a page. Every row is of the requested blocks.
    async fn rows(&self, blocks: (u64, u64), page: usize) -> Result<Vec<NumberedRow>, PageError> {
        let request = PageOfBlocks {
            action: self.list.action,
            purpose: PURPOSE,
            blocks,
            page,
            rows: self.limits.rows,
        };
        let rows = self.api.page(&self.request.account, &request).await?;
        let numbered = rows.into_iter().map(|row| match RowFields(&row).number("blockNumber") {
            Ok(block) if (blocks.0..=blocks.1).contains(&block) => Ok((block, row)),
            Ok(_) => Err(self.malformed("a row of a block that was not requested")),
            Err(error) => Err(self.unusable(error.into())),
        });
        let numbered: Result<Vec<NumberedRow>, RemoteError> = numbered.collect();
        numbered.map_err(PageError::Failed)
    }

    /// Returns the rows of the complete blocks of a page.
    async fn whole_blocks(&self, rows: Vec<NumberedRow>, blocks: (u64, u64)) -> Result<WholeBlocks, RemoteError> {
        let newest = rows.iter().map(|(block, _)| *block).max();
        let Some(newest) = newest.filter(|_| self.may_be_full(rows.len())) else {
            return Ok(WholeBlocks {
                rows,
                through: blocks.1,
                full: None,
            });
        };
        if rows.len() > self.limits.rows {
            // The service ignored the number of rows, so it is unknown whether it sent all of them.
            return if newest == blocks.1 {
                Ok(WholeBlocks {
                    rows,
                    through: newest,
                    full: None,
                })
            } else {
                Err(self.malformed("more rows than requested"))
            };
        }
        if !rows.is_sorted_by_key(|(block, _)| *block) {
            self.check_oldest(&rows, blocks).await?;
        }
        if rows.iter().all(|(block, _)| *block == newest) {
            return self.one_block(rows, newest).await;
        }
        let mut rows = rows;
        rows.retain(|(block, _)| *block < newest);
        Ok(WholeBlocks {
            rows,
            through: newest - 1,
            full: None,
        })
    }

    fn may_be_full(&self, rows: usize) -> bool {
        rows >= self.limits.rows || rows.is_multiple_of(ROUND)
    }

    /// Checks that a page that is not in order has the oldest rows of its range and not the newest ones.
    async fn check_oldest(&self, rows: &[NumberedRow], blocks: (u64, u64)) -> Result<(), RemoteError> {
        let oldest = rows.iter().map(|(block, _)| *block).min().unwrap_or(blocks.0);
        let of_oldest = rows.iter().filter(|(block, _)| *block == oldest).count();
        let again = self.rows((blocks.0, oldest), 1).await?;
        if again.len() == of_oldest {
            return Ok(());
        }
        Err(self.malformed("rows that are not in ascending order"))
    }

    /// Reads the further pages of a block that fills the first page.
    async fn one_block(&self, mut rows: Vec<NumberedRow>, block: u64) -> Result<WholeBlocks, RemoteError> {
        let is_cut = rows.len() < self.limits.rows;
        for page in 2.. {
            if page * self.limits.rows > self.limits.window {
                return Ok(WholeBlocks {
                    rows,
                    through: block,
                    full: Some(block),
                });
            }
            let more = match self.rows((block, block), page).await {
                Err(PageError::BeyondWindow(_)) => {
                    return Ok(WholeBlocks {
                        rows,
                        through: block,
                        full: Some(block),
                    });
                }
                more => more?,
            };
            if is_cut && !more.is_empty() || more.len() > self.limits.rows {
                return Err(self.malformed("pages with another number of rows than requested"));
            }
            let is_last = more.len() < self.limits.rows;
            rows.extend(more);
            if is_last {
                break;
            }
        }
        Ok(WholeBlocks {
            rows,
            through: block,
            full: None,
        })
    }

    /// Checks that the service's index reaches the last complete block. A row states how many blocks follow its own.
    fn check_index(&self, whole: &WholeBlocks) -> Result<(), RemoteError> {
        let heads = whole.rows.iter().filter_map(|(block, row)| {
            let following: u64 = RowFields(row).optional_number("confirmations").ok()??;
            block.checked_add(following)
        });
        match heads.max() {
            Some(head) if head < whole.through => {
                let why = format!("its index ends with block {head}, before block {}", whole.through);
                Err(self.context.not_current(NodeProblem::Behind, &why))
            }
            _ => Ok(()),
        }
    }

    fn facts(&self, rows: Vec<NumberedRow>) -> Result<Vec<Fact>, RemoteError> {
        let account = &self.request.account;
        let scope = RowScope {
            account: &account.address,
            mirrors: &self.api.client.instance(&account.chain)?.mirrors,
        };
        let read = rows
            .iter()
            .filter_map(|(_, row)| (self.list.read)(RowFields(row), &scope).transpose());
        let read: Result<Vec<ReportedRow>, UnusableRow> = read.collect();
        let read = read.map_err(|error| self.unusable(error))?;
        facts(read, account, &self.api.client.source()).map_err(|what| self.malformed(what))
    }

    fn unusable(&self, error: UnusableRow) -> RemoteError {
        match error {
            UnusableRow::Field(field) => {
                let what = format!("a row of {} without a readable {field}", self.list.action);
                self.context.malformed(&what)
            }
            UnusableRow::OtherAccount => self.malformed("a row of another account"),
        }
    }

    fn malformed(&self, what: &str) -> RemoteError {
        self.context.malformed(&format!("{what} in {}", self.list.action))
    }
}

fn unsupported(context: &RequestContext, what: &str) -> RemoteError {
    RemoteError::Unsupported {
        who: context.who.clone(),
        what: what.to_owned(),
    }
}
