//! The list of requests that read.

use ports::RemoteError;

use crate::http_client::RequestContext;

/// The paths of an exchange that only read. Nothing else is sent with a person's key.
pub(crate) struct ReadRoutes(&'static [&'static str]);

/// A path of [`ReadRoutes`]. Requests are made of such paths only, so that one that is not on the list cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReadRoute(&'static str);

/// What stands in a path in place of the id of a row.
const ID: &str = "{id}";

impl ReadRoutes {
    pub(crate) const fn new(paths: &'static [&'static str]) -> Self {
        Self(paths)
    }

    /// Returns a path of the list; `None` for any other.
    pub(crate) fn find(&self, path: &str) -> Option<ReadRoute> {
        self.0
            .iter()
            .find(|known| **known == path)
            .map(|known| ReadRoute(known))
    }

    /// Returns a path of the list; an error for any other, which is not sent.
    pub(crate) fn require(&self, path: &str, context: &RequestContext) -> Result<ReadRoute, RemoteError> {
        let route = self.find(path);
        route.ok_or_else(|| context.refused("this program does not send such a request"))
    }
}

impl ReadRoute {
    /// Returns the path, with a leading slash.
    pub(crate) fn path(self) -> &'static str {
        self.0
    }

    /// Returns the segments of the path.
    pub(crate) fn segments(self) -> Vec<&'static str> {
        self.0.split('/').filter(|segment| !segment.is_empty()).collect()
    }

    /// Returns the segments of the path, with the id of a row in place of `{id}`.
    pub(crate) fn segments_with(self, id: Option<&str>) -> Vec<&str> {
        let segments = self.segments().into_iter();
        let own = |segment: &'static str| id.filter(|_| segment == ID).unwrap_or(segment);
        segments.map(own).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_listed_paths_are_found() {
        let routes = ReadRoutes::new(&["/0/private/BalanceEx"]);
        let route = routes.find("/0/private/BalanceEx").unwrap();
        assert_eq!(route.path(), "/0/private/BalanceEx");
        assert_eq!(route.segments(), ["0", "private", "BalanceEx"]);
        let of_row = ReadRoutes::new(&["/v2/accounts/{id}/transactions"]);
        let route = of_row.find("/v2/accounts/{id}/transactions").unwrap();
        assert_eq!(
            route.segments_with(Some("b-1")),
            ["v2", "accounts", "b-1", "transactions"]
        );
        assert_eq!(route.segments_with(None), route.segments());
        for path in [
            "/0/private/Balance",
            "/0/private/AddOrder",
            "/0/private/BalanceEx/",
            "0/private/BalanceEx",
            "",
        ] {
            assert_eq!(routes.find(path), None, "{path}");
        }
    }
}
