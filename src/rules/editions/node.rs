use serde::{
    de::{
        Deserializer, IntoDeserializer, Visitor,
        value::{Error, MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};

/// A value of a file of data, as the build script writes it.
#[derive(Clone, Copy)]
pub(super) enum Node {
    #[allow(dead_code)] // not every file has each kind of value
    Null,
    Is(bool),
    Number(u64),
    Text(&'static str),
    List(&'static [Node]),
    Map(&'static [(&'static str, Node)]),
}

impl<'de> Deserializer<'de> for Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Node::Null => visitor.visit_unit(),
            Node::Is(is) => visitor.visit_bool(is),
            Node::Number(number) => visitor.visit_u64(number),
            Node::Text(text) => visitor.visit_str(text),
            Node::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter().copied())),
            Node::Map(fields) => visitor.visit_map(MapDeserializer::new(fields.iter().copied())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if let Node::Null = self { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Node::Text(text) = self else { return self.deserialize_any(visitor) };
        text.into_deserializer().deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_> for Node {
    type Deserializer = Node;

    fn into_deserializer(self) -> Node {
        self
    }
}
